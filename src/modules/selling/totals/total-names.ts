/** The totals that carts and orders show. */
export const totalNames = [
  "subtotal",
  "discount_total",
  "raw_discount_total",
  "item_tax_total",
  "shipping_total",
  "shipping_tax_total",
  "tax_total",
  "gift_card_total",
  "gift_card_tax_total",
  "total",
] as const;
