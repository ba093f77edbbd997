import {
  type Calculated,
  type CartGoods,
  type CartTotals,
  cartTotals,
  type TaxLine,
} from "../totals/index.ts";
import { type Cart, type CartLine, isFreeShipping } from "./cart.ts";

/** The rates that were found for a cart, by line and by shipping method. */
export interface CartTaxes {
  lines: ReadonlyMap<string, TaxLine[]>;
  shipping: ReadonlyMap<string, TaxLine[]>;
}

/** For carts whose taxes are not asked for yet. */
export const noTaxes: CartTaxes = { lines: new Map(), shipping: new Map() };

/** An adjustment counts while its discount is on the cart; that of what comes back was counted when it was sold. */
export function countedAdjustments(
  cart: Pick<Cart, "discounts">,
  line: Pick<CartLine, "adjustments" | "is_return">,
) {
  if (line.is_return) return line.adjustments;
  const ids = new Set<string | null>([null, ...cart.discounts.map(({ id }) => id)]);
  return line.adjustments.filter(({ discount_id }) => ids.has(discount_id));
}

/** While a discount makes shipping free, methods cost nothing; they keep the price that comes back afterwards. */
export const shippingPriceIn = (cart: Pick<Cart, "discounts">, method: { price: number }): number =>
  cart.discounts.some(isFreeShipping) ? 0 : method.price;

/** Cards pay while they are enabled; for a completed cart they have paid, and what they still hold is for others. */
const cardsOf = ({ gift_cards, $facts }: Cart) =>
  $facts.completed_at === null ? gift_cards.filter((card) => !card.is_disabled) : $facts.spent;

export function goodsOf(cart: Cart, taxes: CartTaxes): CartGoods {
  return {
    lines: cart.items.map((line) => ({
      unit_price: line.unit_price,
      quantity: line.quantity,
      includes_tax: line.includes_tax,
      tax_lines: taxes.lines.get(line.id) ?? [],
      adjustments: countedAdjustments(cart, line),
    })),
    shipping: cart.shipping_methods.map((method) => ({
      price: shippingPriceIn(cart, method),
      includes_tax: method.includes_tax,
      tax_lines: taxes.shipping.get(method.id) ?? [],
    })),
    giftCards: cardsOf(cart),
    giftCardsTaxable: cart.region.gift_cards_taxable,
    isExchange: cart.$facts.is_exchange,
  };
}

export const totalsOf = (cart: Cart, taxes: CartTaxes): Calculated<CartTotals> =>
  cartTotals(goodsOf(cart, taxes));
