import { Refusal } from "../../../../kernel/refusal.ts";
import { withPrice } from "../../shipping/index.ts";
import { optionsOfRegion, type RegionOption, readCart } from "../cache/index.ts";
import { type Cart, refuseDeletedRegion } from "../cart.ts";
import { ratesOf } from "../cart-taxes.ts";
import { hasAgreedShipping, meetsRequirements, parcelOf } from "../shipping-choice.ts";
import { calculatedPrice } from "./ask-carrier.ts";
import type { CartDeps } from "./deps.ts";

// The customer looks at the list meanwhile: shorter than a carrier is waited for once its option is chosen.
const PATIENCE = 5_000;

/** How the goods of a cart can be sent. Carriers are asked at the same time, without a lock or a transaction. */
export async function listShippingOptions(deps: CartDeps, cartId: string): Promise<object[]> {
  const cart = await readCart(deps, deps.db, cartId);
  refuseDeletedRegion(cart);
  const options = await optionsOfRegion(deps, deps.db, cart);
  const offered = hasAgreedShipping(cart) ? agreedFor(cart, options) : fittingFor(cart, options);
  const priced = await Promise.all(offered.map((option) => priceFor(deps, cart, option)));
  return priced.filter((option) => option !== null).map(({ $isOffered, ...option }) => withPrice(option));
}

/** The price with taxes is computed from a basis that was read with the option: see `pricedShippingOption`. */
function withAmount(option: RegionOption, amount: number): RegionOption {
  const basis = { ...option.price_incl_tax, amount };
  return { ...option, amount, price_incl_tax: basis, tax_rates: basis, tax_amount: basis };
}

function agreedFor({ $facts }: Cart, options: readonly RegionOption[]): RegionOption[] {
  const agreed = $facts.custom_shipping_prices;
  return options.filter(({ id }) => id in agreed).map((option) => withAmount(option, agreed[option.id]!));
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

/** The option with what it costs; null where its carrier is not installed, or says no price. */
async function priceFor(
  { providers }: CartDeps,
  cart: Cart,
  option: RegionOption,
): Promise<RegionOption | null> {
  const carrier = providers.fulfillment.find(option.provider_id);
  if (!carrier) return null;
  if (option.price_type === "flat_rate" || option.amount !== null) return option;
  try {
    // Cached options are not for carriers to change.
    const copy = { ...option, data: structuredClone(option.data) };
    const question = { option: copy, data: {}, parcel: parcelOf(cart), timeout: PATIENCE };
    return withAmount(option, await calculatedPrice(carrier, question));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
