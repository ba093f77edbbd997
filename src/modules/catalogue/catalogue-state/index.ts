export {
  CATALOGUE_VERSION,
  readCatalogueChanges,
  SERVER_RUN,
} from "./catalogue-state-store.ts";
