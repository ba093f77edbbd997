export { adjustmentsOf, type DiscountableLine, type GoodsDiscount } from "./adjustments.ts";
export type { GiftCardUse, UsableGiftCard } from "./gift-card-totals.ts";
export {
  type Adjustment,
  type LineTotals,
  lineTotals,
  type PricedLine,
  refundableOf,
  type TaxLine,
} from "./line-totals.ts";
export { type PricedShipping, type ShippingTotals, shippingTotals } from "./shipping-totals.ts";
export {
  type Calculated,
  type CartGoods,
  type CartTotals,
  cartTotals,
  giftCardUsesOf,
  type OrderGoods,
  type OrderTotals,
  orderTotals,
} from "./totals.ts";
