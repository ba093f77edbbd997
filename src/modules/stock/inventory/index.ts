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
export { unknownItem, unknownLocation } from "./inventory-item.ts";
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
export { countLowStock, lowStockOf } from "./low-stock-store.ts";
export { type LevelMove, put, taken } from "./moved-stock.ts";
export { adminReservation } from "./reservation-routes.ts";
export { type Availability, canTake, FEW_PIECES, type StockLine, shortage } from "./stock.ts";
export type { ChangeReason } from "./stock-change.ts";
export { recordVariantQuantities } from "./stock-change-store.ts";
export { availableQuantities } from "./stock-store.ts";
export { addVariantItems } from "./use-cases/add-variant-items.ts";
export { adjustStockOfLines, type LineStockChange } from "./use-cases/adjust-stock-of-lines.ts";
export { carryOverStock } from "./use-cases/carry-over-stock.ts";
export { fulfillReservations, restoreReservations } from "./use-cases/fulfill-reservations.ts";
export { holdStock, releaseHolds } from "./use-cases/hold-stock.ts";
export { moveStock } from "./use-cases/move-stock.ts";
export { releaseReservations } from "./use-cases/release-reservations.ts";
export { reserveForLine } from "./use-cases/reserve-for-line.ts";
export { reserveStock } from "./use-cases/reserve-stock.ts";
export {
  checkReturnLocation,
  endExpectedReturns,
  expectReturns,
  restockReturnedGoods,
} from "./use-cases/restock-returned-goods.ts";
export { setVariantStock, type VariantStockSetting } from "./use-cases/set-variant-stock.ts";
export { detachVariants, variantsWithoutShipping } from "./variant-items-store.ts";
export {
  findNamedLocations,
  lockVariantItems,
  type NamedLocation,
  piecesOfVariant,
  readVariantItems,
  type VariantItem,
} from "./variant-levels-store.ts";
