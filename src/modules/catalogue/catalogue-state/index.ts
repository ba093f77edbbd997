export {
  CATALOGUE_VERSION,
  deleteOldChanges,
  readCatalogueChanges,
  SERVER_RUN,
} from "./catalogue-state-store.ts";
