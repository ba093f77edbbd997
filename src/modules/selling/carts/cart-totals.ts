import { defaultTax } from "../../shop/taxes/index.ts";
import {
  adjustmentsOf,
  type Calculated,
  type CartGoods,
  type CartTotals,
  cartTotals,
  type TaxLine,
} from "../totals/index.ts";
import { type Cart, type CartLine, goodsDiscountOf, isFreeShipping } from "./cart.ts";

/** Tax rates by line and by shipping method. */
export interface CartTaxes {
  lines: ReadonlyMap<string, TaxLine[]>;
  shipping: ReadonlyMap<string, TaxLine[]>;
}

/** For carts whose taxes are not calculated yet. */
export const noTaxes: CartTaxes = { lines: new Map(), shipping: new Map() };

/** An adjustment counts while its discount is on the cart. Those of returned lines always count. */
export function countedAdjustments(
  cart: Pick<Cart, "discounts">,
  line: Pick<CartLine, "adjustments" | "is_return">,
) {
  if (line.is_return) return line.adjustments;
  const ids = new Set<string | null>([null, ...cart.discounts.map(({ id }) => id)]);
  return line.adjustments.filter(({ discount_id }) => ids.has(discount_id));
}

/** Methods are free while the cart has a free-shipping discount. Their own price stays stored. */
export const shippingPriceIn = (cart: Pick<Cart, "discounts">, method: { price: number }): number =>
  cart.discounts.some(isFreeShipping) ? 0 : method.price;

/** For a completed cart, the amounts that it used of its gift cards instead of their balances. */
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
    isSwap: cart.$facts.is_swap,
  };
}

export const totalsOf = (cart: Cart, taxes: CartTaxes): Calculated<CartTotals> =>
  cartTotals(goodsOf(cart, taxes));

/** The rate of the region applies if no other rate is set. */
const orDefault = (rates: TaxLine[], { tax_rate }: Cart["region"]): TaxLine[] =>
  rates.length > 0 ? rates : [defaultTax(tax_rate)];

/** A line that an admin entered, without a product, to be taxed: see `customLine`. */
const isTaxedCustom = ({ variant_id, includes_tax, should_merge, is_return }: CartLine) =>
  variant_id === null && (includes_tax || !should_merge) && !is_return;

/** The rates of the shop. Other lines without a product are not taxed. Returned lines have the taxes that were paid. */
export function ratesOf({ region, items, $facts }: Pick<Cart, "region" | "items" | "$facts">): CartTaxes {
  const sold = $facts.lines.map(([id, { rates }]) => [id, orDefault(rates, region)] as const);
  const custom = items.filter(isTaxedCustom).map(({ id }) => [id, orDefault([], region)] as const);
  const lines = custom.length > 0 ? [...sold, ...custom] : sold;
  const shipping = $facts.shipping_rates.map(([id, rates]) => [id, orDefault(rates, region)] as const);
  return { lines: new Map([...lines, ...$facts.returned_rates]), shipping: new Map(shipping) };
}

/** The taxes of a cart for which none are calculated: returned lines have those that were paid. */
export const paidTaxesOf = ({ $facts }: Pick<Cart, "$facts">): CartTaxes => ({
  ...noTaxes,
  lines: new Map($facts.returned_rates),
});

interface LineDiscount {
  item_id: string;
  discount_id: string;
  amount: number;
}

/** The amount that the discount of the cart reduces each line by. `eligible` are the products that its conditions allow. */
export function lineDiscountsOf(
  cart: Cart,
  { rates, eligible }: { rates: CartTaxes; eligible: ReadonlySet<string> },
): LineDiscount[] {
  const discount = goodsDiscountOf(cart);
  if (!discount || discount.rule.type === "free_shipping") return [];
  const lines = cart.items.map((line) => ({
    ...line,
    tax_lines: rates.lines.get(line.id) ?? [],
    is_eligible: line.variant !== null && eligible.has(line.variant.product_id),
  }));
  const { type, value, allocation } = discount.rule;
  return adjustmentsOf(lines, { type, value, allocation }).map((adjustment) => ({
    ...adjustment,
    discount_id: discount.id,
  }));
}
