export { CATALOGUE_VERSION, readCatalogueState, SERVER_RUN } from "./catalogue-state-store.ts";
export { stockVersionOfProducts, stockVersionOfVariants, stockVersions } from "./stock-graph.ts";
