export { adjustmentsOf } from "./adjustments.ts";
export type { UsableGiftCard } from "./gift-card-totals.ts";
export {
  type Adjustment,
  type LineTotals,
  lineTotals,
  type PricedLine,
  refundableOf,
  type TaxLine,
} from "./line-totals.ts";
export { valueOfPieces } from "./returned-value.ts";
export { type PricedShipping, type ShippingTotals, shippingTotals } from "./shipping-totals.ts";
export { withUniqueCodes } from "./tax-codes.ts";
export { totalNames } from "./total-names.ts";
export {
  type Calculated,
  type CartGoods,
  type CartTotals,
  cartTotals,
  giftCardUsesOf,
  type OrderTotals,
  orderTotals,
} from "./totals.ts";
