export { moveClaimItemsToEdit } from "./claim-item-store.ts";
export { claimWork } from "./claim-jobs.ts";
