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
export type { PricedShipping, ShippingTotals } from "./shipping-totals.ts";
export {
  type Calculated,
  type CartGoods,
  type CartTotals,
  cartTotals,
  giftCardUsesOf,
  type OrderTotals,
  orderTotals,
} from "./totals.ts";
