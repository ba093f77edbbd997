import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type CartResult, changeCart, optionsOfRegion } from "../cache/index.ts";
import { type Cart, refuseDeletedRegion } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { refuseOversized } from "../cart-limits.ts";
import {
  deleteAgreedPrice,
  insertAgreedPrices,
  isShippingOption,
  putShippingMethod,
} from "../cart-shipping-store.ts";
import { ratesOf } from "../cart-totals.ts";
import { cartEvents } from "../events.ts";
import {
  foreignOption,
  hasAgreedShipping,
  methodFor,
  type OfferedOption,
  parcelOf,
  refuseNotAgreed,
  refuseUnavailableOption,
  shippedLines,
  unknownOption,
} from "../shipping-choice.ts";
import { syncPaymentSessions } from "./payment-sessions.ts";
import { type QuoteRequest, quoteShipping, type ShippingQuote } from "./quote-shipping.ts";

interface ShippingChoice {
  optionId: string;
  data: Record<string, unknown>;
  /** The choice of an admin, who may also choose what customers are not offered. */
  byAdmin?: AdminChoice;
}

interface AdminChoice {
  /** Absent: the price of the option. */
  price?: number;
  /** Checks and writes of the caller, in the same transaction. */
  also: (tx: Tx) => Promise<void>;
}

const ATTEMPTS = 3;

/** The method was saved, or a carrier must be called first, which is not done under a lock. */
type Outcome = { kind: "saved"; isPaying: boolean } | { kind: "needs quote"; request: QuoteRequest };

interface Attempt {
  outcome: Outcome;
  result: CartResult;
}

/** Adds a shipping method to a cart. It replaces the method of the same shipping profile. */
export async function addShippingMethod(
  deps: CartDeps,
  cartId: string,
  choice: ShippingChoice,
): Promise<CartResult> {
  let quote: ShippingQuote | null = null;
  for (let attempt = 0; attempt <= ATTEMPTS; attempt++) {
    const { outcome, result }: Attempt = await tryToSaveMethod(deps, cartId, { choice, quote });
    if (outcome.kind === "saved") return outcome.isPaying ? syncPaymentSessions(deps, cartId) : result;
    quote = await quoteShipping(deps, outcome.request);
  }
  throw new Refusal("conflict", "The cart was changed again and again while its shipping was calculated");
}

const tryToSaveMethod = (
  deps: CartDeps,
  cartId: string,
  { choice, quote }: { choice: ShippingChoice; quote: ShippingQuote | null },
): Promise<Attempt> =>
  changeCart<Outcome>(deps, cartId, async ({ tx, cart: found }) => {
    refuseDeletedRegion(found);
    const { byAdmin, optionId, data } = choice;
    const { cart, option } = byAdmin
      ? await chosenByAdmin(deps, tx, { cart: found, optionId, byAdmin })
      : { cart: found, option: await chosenOption(deps, tx, { cart: found, optionId }) };
    refuseOversized(cart, { field: "data", after: data }, deps.config);
    const request = quoteRequestOf(cart, option, data);
    const valid = isQuoteValid(request, quote) ? quote : await localQuote(deps, request);
    if (!valid) return { kind: "needs quote", request };
    await saveMethod(tx, cart, valid);
    if (byAdmin) await saveAgreement(tx, { before: found, after: cart, optionId });
    await cartEvents.announce(tx, "cart.updated", { id: cartId });
    return { kind: "saved", isPaying: cart.payment_sessions.length > 0 };
  });

async function chosenOption(
  deps: CartDeps,
  tx: Tx,
  { cart, optionId }: { cart: Cart; optionId: string },
): Promise<OfferedOption> {
  refuseNotAgreed(cart, optionId);
  return optionOfRegion(deps, tx, { cart, optionId });
}

async function optionOfRegion(
  deps: CartDeps,
  tx: Tx,
  { cart, optionId }: { cart: Cart; optionId: string },
): Promise<OfferedOption> {
  const option = (await optionsOfRegion(deps, tx, cart)).find(({ id }) => id === optionId);
  // A copy: carriers must not change the cached option.
  if (option) return { ...option, data: structuredClone(option.data) };
  throw (await isShippingOption(tx, optionId)) ? foreignOption() : unknownOption(optionId);
}

/** A cart with one agreed price accepts agreed prices only, so every later choice is an agreement, too. */
async function chosenByAdmin(
  deps: CartDeps,
  tx: Tx,
  { byAdmin: { price, also }, ...choice }: { cart: Cart; optionId: string; byAdmin: AdminChoice },
): Promise<{ cart: Cart; option: OfferedOption }> {
  const { cart } = choice;
  const option = { ...(await optionOfRegion(deps, tx, choice)), admin_only: false };
  await also(tx);
  const agreed = price ?? (hasAgreedShipping(cart) ? option.amount : null);
  if (agreed === null) return { cart, option };
  const custom_shipping_prices = { ...cart.$facts.custom_shipping_prices, [option.id]: agreed };
  return { cart: { ...cart, $facts: { ...cart.$facts, custom_shipping_prices } }, option };
}

async function saveAgreement(
  tx: Tx,
  { before, after, optionId }: { before: Cart; after: Cart; optionId: string },
): Promise<void> {
  const price = after.$facts.custom_shipping_prices[optionId];
  if (price === undefined || price === before.$facts.custom_shipping_prices[optionId]) return;
  await deleteAgreedPrice(tx, after.id, optionId);
  await insertAgreedPrices(tx, after.id, [{ optionId, price }]);
}

function quoteRequestOf(cart: Cart, option: OfferedOption, data: ShippingChoice["data"]): QuoteRequest {
  refuseUnavailableOption(cart, ratesOf(cart), option);
  return { option, data, parcel: parcelOf(cart), agreed: cart.$facts.custom_shipping_prices[option.id] };
}

/** A calculated price is valid for the parcel that it was calculated for. */
const isQuoteValid = ({ parcel }: QuoteRequest, quote: ShippingQuote | null): quote is ShippingQuote =>
  quote !== null && (quote.pricedParcel === null || quote.pricedParcel === JSON.stringify(parcel));

/** Null if the carrier is not local. */
const localQuote = async (deps: CartDeps, request: QuoteRequest): Promise<ShippingQuote | null> =>
  deps.providers.fulfillment.find(request.option.provider_id)?.isLocal ? quoteShipping(deps, request) : null;

async function saveMethod(tx: Tx, cart: Cart, quote: ShippingQuote): Promise<void> {
  const { option } = quote;
  // A method whose option was deleted is replaced, too: it cannot ship anything.
  const remaining = cart.shipping_methods.filter(
    ({ shipping_option }) => shipping_option && shipping_option.profile_id !== option.profile_id,
  );
  const replaced = cart.shipping_methods.filter((method) => !remaining.includes(method));
  const profileIds = [option.profile_id, ...remaining.map((method) => method.shipping_option!.profile_id)];
  await putShippingMethod(tx, {
    cartId: cart.id,
    method: methodFor(newId("sm"), quote),
    replacedIds: replaced.map(({ id }) => id),
    shippedLineIds: shippedLines(cart, profileIds),
  });
}
