import { invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
import { lineTotals } from "../totals/index.ts";
import { type Cart, isSold } from "./cart.ts";
import { type CartTaxes, goodsOf } from "./cart-totals.ts";
import { toProviderAddress } from "./tax-calculation.ts";

/** A shipping option as a cart sees it. */
export interface OfferedOption {
  id: string;
  region_id: string;
  profile_id: string;
  provider_id: string;
  price_type: "flat_rate" | "calculated";
  amount: number | null;
  is_return: boolean;
  admin_only: boolean;
  includes_tax: boolean;
  data: Record<string, unknown>;
  requirements: { type: "min_subtotal" | "max_subtotal"; amount: number }[];
}

export const unknownOption = (id: string) =>
  new Refusal("not_found", `Shipping Option with ${id} was not found`);

export const foreignOption = () => invalid("The shipping option is not available in the cart's region");

/** What requirements look at: the goods with their tax, where the option's price has it, too. */
function valueFor(cart: Cart, taxes: CartTaxes, { includes_tax }: OfferedOption): number {
  const lines = goodsOf(cart, taxes).lines.map(lineTotals);
  return lines.reduce((sum, line) => sum + line.subtotal + (includes_tax ? line.tax_total : 0), 0);
}

export function meetsRequirements(cart: Cart, taxes: CartTaxes, option: OfferedOption): boolean {
  const value = valueFor(cart, taxes, option);
  return option.requirements.every(({ type, amount }) =>
    type === "min_subtotal" ? value >= amount : value < amount,
  );
}

/** Carts of swaps and drafts have shipping that was agreed before. */
export const hasAgreedShipping = ({ $facts }: Cart) => Object.keys($facts.custom_shipping_prices).length > 0;

/** A cart with shipping that was agreed before takes no other, whether there is such an option or not. */
export function refuseNotAgreed(cart: Cart, optionId: string): void {
  if (hasAgreedShipping(cart) && !(optionId in cart.$facts.custom_shipping_prices)) {
    throw invalid("Wrong shipping option");
  }
}

export function refuseUnfit(cart: Cart, taxes: CartTaxes, option: OfferedOption): void {
  refuseNotAgreed(cart, option.id);
  if (option.region_id !== cart.region_id) throw foreignOption();
  if (option.is_return) throw notAllowed("The shipping option is for returns and cannot deliver a cart");
  if (hasAgreedShipping(cart)) return;
  if (option.admin_only) throw notAllowed("The shipping option is not for customers");
  if (!meetsRequirements(cart, taxes, option)) {
    throw notAllowed("The Cart does not satisfy the shipping option's requirements");
  }
}

/** What of a cart a carrier is told. */
type Packed = Pick<Cart, "id" | "email" | "shipping_address"> & {
  region: Pick<Cart["region"], "currency_code">;
  items: readonly Pick<
    Cart["items"][number],
    "id" | "variant_id" | "title" | "quantity" | "unit_price" | "is_return" | "variant"
  >[];
};

export type Parcel = ReturnType<typeof parcelOf>;

/** What a carrier is told of a cart: the shape of the port in `providers/ports/fulfillment.ts`. */
export const parcelOf = (cart: Packed) => ({
  resourceId: cart.id,
  email: cart.email,
  shippingAddress: cart.shipping_address && toProviderAddress(cart.shipping_address),
  currencyCode: cart.region.currency_code,
  items: cart.items.filter(isSold).map((line) => ({
    lineItemId: line.id,
    variantId: line.variant_id,
    title: line.title,
    sku: line.variant?.sku ?? null,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    weight: line.variant?.weight ?? null,
  })),
});

/** The lines that are shipped when methods of these profiles are chosen. What is no product needs none, as in v1. */
export function shippedLines({ items, $facts }: Cart, profileIds: readonly string[]): string[] {
  const facts = new Map($facts.lines);
  const isInOne = (id: string) => facts.get(id)?.profiles.some((profile) => profileIds.includes(profile));
  return items.filter(({ id, variant_id }) => variant_id === null || isInOne(id)).map(({ id }) => id);
}

/** The lines that the methods of a cart ship; those whose option was deleted ship nothing. */
export const linesShippedBy = (cart: Cart, methods: Cart["shipping_methods"]): string[] =>
  shippedLines(
    cart,
    methods.flatMap(({ shipping_option }) => shipping_option?.profile_id ?? []),
  );
