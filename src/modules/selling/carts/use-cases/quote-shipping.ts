import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { FulfillmentProvider } from "../../../../providers/ports/fulfillment.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import { withPrice } from "../../shipping/index.ts";
import { optionsOfRegion, type RegionOption, readCart } from "../cache/index.ts";
import { type Cart, refuseDeletedRegion } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { ratesOf } from "../cart-totals.ts";
import {
  hasAgreedShipping,
  meetsRequirements,
  type OfferedOption,
  type Parcel,
  parcelOf,
} from "../shipping-choice.ts";

/** The carrier's answer to the choice of a shipping option. */
export interface ShippingQuote {
  option: OfferedOption;
  data: Record<string, unknown>;
  price: number;
  /** The parcel that the price was calculated for; null if the price does not depend on it. */
  pricedParcel: string | null;
}

export interface QuoteRequest {
  option: OfferedOption;
  /** The data that the customer sent for the option. */
  data: Record<string, unknown>;
  parcel: Parcel;
  /** The agreed price, if there is one. */
  agreed: number | undefined;
}

/** Validates the choice with the carrier and gets its price. Only local carriers may be called while a row is locked. */
export async function quoteShipping(
  deps: Pick<CartDeps, "providers">,
  { option, data: sent, parcel, agreed }: QuoteRequest,
): Promise<ShippingQuote> {
  const carrier = carrierOf(deps, option);
  if (!carrier) throw invalid(`The fulfillment provider ${option.provider_id} is not installed`);
  const data = await callProvider({ failure: "The shipping option cannot be chosen" }, async () =>
    checkedProviderData(await carrier.validateData(option.data, sent, parcel)),
  );
  if (agreed !== undefined) return { option, data, price: agreed, pricedParcel: null };
  if (option.price_type === "flat_rate") {
    return { option, data, price: option.amount ?? 0, pricedParcel: null };
  }
  const price = await calculatePrice(carrier, { option, data, parcel });
  return { option, data, price, pricedParcel: JSON.stringify(parcel) };
}

interface PriceRequest extends Pick<QuoteRequest, "option" | "data" | "parcel"> {
  /** In milliseconds. */
  timeout?: number;
}

async function calculatePrice(
  carrier: FulfillmentProvider,
  { option, data, parcel, timeout }: PriceRequest,
): Promise<number> {
  const call = { failure: "The price of shipping could not be calculated", timeout };
  const price = await callProvider(call, () => carrier.calculatePrice(option.data, data, parcel));
  if (!Number.isInteger(price) || price < 0 || price > MAX_AMOUNT) {
    throw invalid("The fulfillment provider gave no usable price");
  }
  return price;
}

// The customer waits for the list, so the timeout is shorter than the one for a chosen option.
const LIST_TIMEOUT = 5_000;

/** The shipping options of a cart. Carriers are called in parallel, without a lock or a transaction. */
export async function listShippingOptions(deps: CartDeps, cartId: string): Promise<object[]> {
  const cart = await readCart(deps, deps.db, cartId);
  refuseDeletedRegion(cart);
  const options = await optionsOfRegion(deps, deps.db, cart);
  const priced = hasAgreedShipping(cart)
    ? agreedFor(cart, options).filter((option) => carrierOf(deps, option))
    : await Promise.all(fittingFor(cart, options).map((option) => priceFor(deps, cart, option)));
  return priced.filter((option) => option !== null).map(({ $isOffered, ...option }) => withPrice(option));
}

const carrierOf = ({ providers }: Pick<CartDeps, "providers">, { provider_id }: OfferedOption) =>
  providers.fulfillment.find(provider_id);

/** The price with taxes is computed from the basis in these fields: see `pricedShippingOption`. */
function withAmount(option: RegionOption, amount: number): RegionOption {
  const basis = { ...option.price_incl_tax, amount };
  return { ...option, amount, price_incl_tax: basis, tax_rates: basis, tax_amount: basis };
}

function agreedFor({ $facts }: Cart, options: readonly RegionOption[]): RegionOption[] {
  const agreed = $facts.custom_shipping_prices;
  return options.filter(({ id }) => id in agreed).map((option) => withAmount(option, agreed[option.id]!));
}

/** Options that can ship at least one line of the cart. */
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

/** The option with its price; null if its carrier is not installed or returns no price. */
async function priceFor(deps: CartDeps, cart: Cart, option: RegionOption): Promise<RegionOption | null> {
  const carrier = carrierOf(deps, option);
  if (!carrier) return null;
  if (option.price_type === "flat_rate") return option;
  try {
    // A copy: carriers must not change the cached option.
    const copy = { ...option, data: structuredClone(option.data) };
    const request = { option: copy, data: {}, parcel: parcelOf(cart), timeout: LIST_TIMEOUT };
    return withAmount(option, await calculatePrice(carrier, request));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
