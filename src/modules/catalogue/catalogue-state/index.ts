export { CATALOGUE_VERSION, readCatalogueState, SERVER_RUN } from "./catalogue-state-store.ts";
export { stockOfProducts, stockOfVariants, stockShown } from "./stock-graph.ts";
