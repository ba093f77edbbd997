import type { Row } from "../../../graph/graph.ts";
import { type PriceBasis, withPrice } from "../../shipping/index.ts";
import type { Cart } from "../cart.ts";
import { readCart } from "../cart-store.ts";
import { ratesOf } from "../cart-taxes.ts";
import { optionsOfRegion, type RegionOption } from "../region-options-store.ts";
import { hasAgreedShipping, meetsRequirements } from "../shipping-choice.ts";
import type { CartDeps } from "./deps.ts";

/** How the goods of a cart can be sent. */
export async function listShippingOptions({ db, graph }: CartDeps, cartId: string): Promise<Row[]> {
  const cart = await readCart(graph, db, cartId);
  const options = await optionsOfRegion(graph, db, cart);
  return (hasAgreedShipping(cart) ? agreedFor(cart, options) : fittingFor(cart, options)).map(
    ({ $isOffered, ...option }) => withPrice(option),
  );
}

/** The price with taxes is computed from a basis that was read with the option: see `pricedShippingOption`. */
function agreedFor({ $facts }: Cart, options: readonly RegionOption[]): RegionOption[] {
  const agreed = $facts.custom_shipping_prices;
  return options
    .filter(({ id }) => id in agreed)
    .map((option) => {
      const amount = agreed[option.id]!;
      const basis = { ...(option["price_incl_tax"] as PriceBasis), amount };
      return { ...option, amount, price_incl_tax: basis, tax_rates: basis, tax_amount: basis };
    });
}

/** Those by which something in the cart can be sent. */
function fittingFor(cart: Cart, options: readonly RegionOption[]): RegionOption[] {
  const profiles = new Set(cart.$facts.lines.flatMap(([, { profiles }]) => profiles));
  const rates = ratesOf(cart);
  return options.filter(
    (option) =>
      option.$isOffered &&
      !option.is_return &&
      !option.admin_only &&
      profiles.has(option.profile_id) &&
      meetsRequirements(cart, rates, option),
  );
}
