export { allowDraft } from "./draft-order.ts";
export { draftOrderRoutes } from "./draft-order-routes.ts";
export { orderOfDraft } from "./draft-order-schemas.ts";
export { completeDraft, findDraftOfCart, lockDraft } from "./draft-order-store.ts";
export { cartOfOpenDraft } from "./use-cases/open-draft.ts";
