export { defaultTax } from "./tax-rate.ts";
export { taxRateRoutes } from "./tax-rate-routes.ts";
export { isRateOfOption, isRateOfProduct, regionTaxLine, taxLinesWhere } from "./taxes-graph.ts";
