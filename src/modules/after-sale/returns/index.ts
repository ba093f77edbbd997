export { refundableNow } from "./arrival.ts";
export { creditedPieces, refuseRefunded } from "./credited-pieces.ts";
export { returnEvents } from "./events.ts";
export { countOpenReturns } from "./open-returns-store.ts";
export { countRefundsDue } from "./refund-due-store.ts";
export {
  type ItemQuantity,
  linesToReturn,
  type ReturnItemRequest,
  type ReturnShipping,
  type ReturnShippingInput,
  refuseGiftCard,
  refuseIfGoodsReturned,
  type ShippingChoice,
  shippingChoiceFrom,
} from "./return.ts";
export { returnWork } from "./return-jobs.ts";
export { idempotencyKeyOf, returnShippingBody } from "./return-schemas.ts";
export { deleteReturn, deleteReturnsOfSwap, moveReturnItemsToEdit } from "./return-store.ts";
export { paidValueOf, saleValueOf, withTaxesOfOrder } from "./returned-value.ts";
export { bookReturnWithCarrier } from "./use-cases/book-return-with-carrier.ts";
export { insertReturn } from "./use-cases/insert-return.ts";
export {
  type ParcelItem,
  prepareReturnShipping,
  prepareShipping,
  readOrderRecipient,
} from "./use-cases/prepare-return-shipping.ts";
export { checkTakeBack, takeBack } from "./use-cases/take-back.ts";
