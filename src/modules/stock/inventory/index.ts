export {
  availability,
  availabilityIn,
  availableQuantity,
  ofChannel,
  stockForAdmin,
  stockForVisitors,
  withAvailableStock,
  withQuantity,
} from "./availability-graph.ts";
export type { StockMovement } from "./fulfilled-stock.ts";
export { type Holder, type HoldSettings, holderOf } from "./hold.ts";
export { deleteStockAtLocation } from "./inventory-item-changes.ts";
export {
  isAllPacked,
  isAllReturned,
  isAllShipped,
  isBackUnshipped,
  type LinePieces,
  piecesToPack,
  refuseToClaim,
  refuseToPack,
  refuseToReturn,
  refuseToUnpack,
  settledPieces,
  unsentAmong,
} from "./line-pieces.ts";
export { countLowStock } from "./low-stock-store.ts";
export { adminReservation } from "./reservation-routes.ts";
export { type Availability, canTake, FEW_PIECES, type StockLine, shortage } from "./stock.ts";
export { availableQuantities } from "./stock-store.ts";
export { addVariantItems } from "./use-cases/add-variant-items.ts";
export { adjustStockOfLines, type LineStockChange } from "./use-cases/adjust-stock-of-lines.ts";
export { carryOverStock } from "./use-cases/carry-over-stock.ts";
export { fulfillReservations, restoreReservations } from "./use-cases/fulfill-reservations.ts";
export { holdStock, releaseHolds } from "./use-cases/hold-stock.ts";
export { releaseReservations } from "./use-cases/release-reservations.ts";
export { reserveForLine } from "./use-cases/reserve-for-line.ts";
export { reserveStock } from "./use-cases/reserve-stock.ts";
export {
  checkReturnLocation,
  endExpectedReturns,
  expectReturns,
  restockReturnedGoods,
} from "./use-cases/restock-returned-goods.ts";
export { detachVariants, variantsWithoutShipping } from "./variant-items-store.ts";
