export { defaultTax } from "./default-tax.ts";
export { isRateOfOption, isRateOfProduct, regionTaxLine, taxLinesWhere } from "./tax-lines-graph.ts";
export { taxRateRoutes } from "./tax-rate-routes.ts";
