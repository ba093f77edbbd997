export { defaultTax } from "./tax-rate.ts";
export { isRateOfOption, isRateOfProduct, regionTaxLine, taxLinesWhere } from "./taxes-graph.ts";
