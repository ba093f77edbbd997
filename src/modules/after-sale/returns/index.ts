export { moveReturnItemsToEdit } from "./arrival-store.ts";
export {
  linesToReturn,
  type Pieces,
  type ReturnShipping,
  refuseTaken,
  soldFor,
  type WantedItem,
} from "./return.ts";
export { returnWork } from "./return-jobs.ts";
export { returnReasonRoutes } from "./return-reason-routes.ts";
export { returnRoutes } from "./return-routes.ts";
export { returnShipping as returnShippingBody } from "./return-schemas.ts";
export { deleteReturn, deleteReturnsOfSwap } from "./return-store.ts";
export { bookReturnWithCarrier } from "./use-cases/book-return-with-carrier.ts";
export { insertReturn } from "./use-cases/insert-return.ts";
export {
  type AskedShipping,
  type ChosenShipping,
  prepareReturnShipping,
  prepareShipping,
  shippingChosen,
} from "./use-cases/prepare-return-shipping.ts";
export { type PackedPiece, readParty } from "./use-cases/read-party.ts";
