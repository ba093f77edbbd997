import { invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
import { lineTotals } from "../totals/index.ts";
import { type Cart, isSold } from "./cart.ts";
import { type CartTaxes, goodsOf } from "./cart-totals.ts";
import { toProviderAddress } from "./provider-requests.ts";

/** The fields of a shipping option that carts need. */
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

/** The method of a cart for the option, with the price and the data that its carrier returned. */
export const methodFor = (
  id: string,
  { option, data, price }: { option: OfferedOption; data: Record<string, unknown>; price: number },
) => ({ id, shipping_option_id: option.id, price, includes_tax: option.includes_tax, data });

export const unknownOption = (id: string) =>
  new Refusal("not_found", `Shipping Option with ${id} was not found`);

export const foreignOption = () => invalid("The shipping option is not available in the cart's region");

/** The subtotal that requirements apply to. It includes tax if the price of the option does. */
function subtotalForRequirements(cart: Cart, taxes: CartTaxes, { includes_tax }: OfferedOption): number {
  const lines = goodsOf(cart, taxes).lines.map(lineTotals);
  return lines.reduce((sum, line) => sum + line.subtotal + (includes_tax ? line.tax_total : 0), 0);
}

export function meetsRequirements(cart: Cart, taxes: CartTaxes, option: OfferedOption): boolean {
  const value = subtotalForRequirements(cart, taxes, option);
  return option.requirements.every(({ type, amount }) =>
    type === "min_subtotal" ? value >= amount : value < amount,
  );
}

/** Carts of swaps and drafts may have agreed shipping prices. */
export const hasAgreedShipping = ({ $facts }: Cart) => Object.keys($facts.custom_shipping_prices).length > 0;

/** A cart with agreed shipping prices accepts no other option. */
export function refuseNotAgreed(cart: Cart, optionId: string): void {
  if (hasAgreedShipping(cart) && !(optionId in cart.$facts.custom_shipping_prices)) {
    throw invalid("Wrong shipping option");
  }
}

export function refuseUnavailableOption(cart: Cart, taxes: CartTaxes, option: OfferedOption): void {
  refuseNotAgreed(cart, option.id);
  if (option.region_id !== cart.region_id) throw foreignOption();
  if (option.is_return) throw notAllowed("The shipping option is for returns and cannot deliver a cart");
  if (hasAgreedShipping(cart)) return;
  if (option.admin_only) throw notAllowed("The shipping option is not for customers");
  if (!meetsRequirements(cart, taxes, option)) {
    throw notAllowed("The Cart does not satisfy the shipping option's requirements");
  }
}

/** The data of a cart that a carrier gets. */
type ParcelSource = Pick<Cart, "id" | "email" | "shipping_address"> & {
  region: Pick<Cart["region"], "currency_code">;
  items: readonly Pick<
    Cart["items"][number],
    "id" | "variant_id" | "title" | "quantity" | "unit_price" | "is_return" | "variant"
  >[];
};

export type Parcel = ReturnType<typeof parcelOf>;

/** The shape of the port in `providers/ports/fulfillment.ts`. */
export const parcelOf = (cart: ParcelSource) => ({
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

/** The lines that methods of these profiles ship. As in v1, lines without a product need no method. */
export function shippedLines({ items, $facts }: Cart, profileIds: readonly string[]): string[] {
  const facts = new Map($facts.lines);
  const isInOne = (id: string) => facts.get(id)?.profiles.some((profile) => profileIds.includes(profile));
  return items.filter(({ id, variant_id }) => variant_id === null || isInOne(id)).map(({ id }) => id);
}

/** The lines that the methods ship. A method whose option was deleted ships nothing. */
export const linesShippedBy = (cart: Cart, methods: Cart["shipping_methods"]): string[] =>
  shippedLines(
    cart,
    methods.flatMap(({ shipping_option }) => shipping_option?.profile_id ?? []),
  );
