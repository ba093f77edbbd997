export { adjustmentsOf } from "./adjustments.ts";
export type { UsableGiftCard } from "./gift-card-totals.ts";
export {
  type Adjustment,
  type LineTotals,
  lineTotals,
  type PricedLine,
  refundableOf,
  type TaxLine,
  taxWithin,
  valueOfPieces,
  valueOfReturns,
  withUniqueCodes,
} from "./line-totals.ts";
export { sharesOf } from "./shares.ts";
export { scaledParts, type TaxedPart, type TaxOfRate, taxesByRate } from "./taxes-by-rate.ts";
export {
  type Calculated,
  type CartGoods,
  type CartTotals,
  cartTotals,
  giftCardUsesOf,
  goodsTotal,
  type OrderTotals,
  orderTotals,
  type PricedShipping,
  type ShippingTotals,
  shippingTotals,
  totalNames,
} from "./totals.ts";
