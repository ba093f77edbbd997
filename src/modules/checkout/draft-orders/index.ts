export { requireDraftAllows } from "./draft-order.ts";
export { cartOfOpenDraft } from "./draft-order-changes.ts";
export { orderOfDraft } from "./draft-order-schemas.ts";
export { completeDraft, findDraftOfCart, lockDraft } from "./draft-order-store.ts";
