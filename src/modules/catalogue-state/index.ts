export { CATALOGUE_VERSION, readCatalogueState } from "./catalogue-state-store.ts";
export { stockOfProducts, stockOfVariants, stockShown } from "./stock-graph.ts";
