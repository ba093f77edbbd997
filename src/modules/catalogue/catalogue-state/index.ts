export { CATALOGUE_VERSION, readCatalogueChanges } from "./catalogue-state-store.ts";
export { SERVER_RUN } from "./log-run.ts";
export { storedAnswers } from "./stored-answers-store.ts";
