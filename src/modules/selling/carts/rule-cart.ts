import { ruleFields } from "../../../graph/custom-fields/field-values.ts";
import { frozenCopy } from "../../../kernel/frozen-copy.ts";
import type { ShopCart, ShopCartTotals, ShopVariant } from "../../../plugins/ports/rule-data.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import type { LineContext } from "../line-items/index.ts";
import type { Cart, CartLine } from "./cart.ts";
import { type CartTaxes, totalsOf } from "./cart-totals.ts";
import type { Offer } from "./offer.ts";

/** A cart as plugins see it: a copy, because its rows are shared by requests. */
export const shopCartOf = (cart: Cart): ShopCart => ({
  id: cart.id,
  type: cart.type,
  email: cart.email,
  customer_id: cart.customer_id,
  customer: customerOf(cart),
  customer_group_ids: [...cart.$facts.customer_group_ids],
  region_id: cart.region_id,
  currency_code: cart.region.currency_code,
  sales_channel_id: cart.sales_channel_id,
  country_code: cart.shipping_address?.country_code ?? null,
  postal_code: cart.shipping_address?.postal_code ?? null,
  discount_codes: cart.discounts.map(({ code }) => code),
  shipping_option_ids: cart.shipping_methods.map(({ shipping_option_id }) => shipping_option_id),
  items: cart.items.map((line) => ({
    id: line.id,
    variant_id: line.variant_id,
    product_id: line.variant?.product_id ?? null,
    title: line.title,
    quantity: line.quantity,
    unit_price: line.unit_price,
    is_return: line.is_return,
    is_giftcard: line.is_giftcard,
    metadata: frozenCopy(line.metadata),
    custom_fields: ruleFields(line),
  })),
  metadata: frozenCopy(cart.metadata),
  custom_fields: ruleFields(cart),
});

const customerOf = ({ $facts, customer }: Cart): ShopCart["customer"] =>
  $facts.customer?.has_account
    ? { id: $facts.customer.id, custom_fields: customer ? ruleFields(customer) : frozenCopy(null) }
    : null;

export function shopTotalsOf(cart: Cart, taxes: CartTaxes): ShopCartTotals {
  const { subtotal, discount_total, shipping_total, tax_total, total } = totalsOf(cart, taxes).whole;
  return { subtotal, discount_total, shipping_total, tax_total: tax_total ?? 0, total };
}

const shopVariantOf = (offer: Offer): ShopVariant => {
  const { id, title, sku, product } = offer;
  return {
    id,
    title,
    sku,
    custom_fields: ruleFields(offer),
    product: {
      id: product.id,
      title: product.title,
      is_giftcard: product.is_giftcard,
      custom_fields: ruleFields(product),
    },
  };
};

const sourceOf = ({ type }: Cart): LineContext["source"] =>
  type === "swap" || type === "draft_order" || type === "claim" ? type : "cart";

/** The context of a line in this cart. */
export const lineContextOf = (
  rules: Rules,
  cart: Cart,
  { before, offer }: { before?: CartLine; offer?: Offer } = {},
): LineContext => ({
  rules,
  source: sourceOf(cart),
  cart: () => shopCartOf(cart),
  ...(before && { before }),
  ...(offer && { variant: shopVariantOf(offer) }),
});

/** The same where there is no cart yet. */
export const newLineContext = (rules: Rules, source: LineContext["source"], offer?: Offer): LineContext => ({
  rules,
  source,
  ...(offer && { variant: shopVariantOf(offer) }),
});

/** The rules of plugins for a cart that is to be paid. */
export const refuseByCartRules = (rules: Rules, cart: Cart, taxes: CartTaxes): void =>
  rules.decide("cart", () => ({ cart: shopCartOf(cart), totals: shopTotalsOf(cart, taxes) }));
