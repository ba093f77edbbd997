import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type CartResult, changeCart, optionsOfRegion } from "../cache/index.ts";
import { type Cart, refuseDeletedRegion } from "../cart.ts";
import { refuseOversized } from "../cart-limits.ts";
import { putShippingMethod } from "../cart-shipping-store.ts";
import { ratesOf } from "../cart-taxes.ts";
import {
  foreignOption,
  type OfferedOption,
  parcelOf,
  refuseNotAgreed,
  refuseUnfit,
  shippedLines,
  unknownOption,
} from "../shipping-choice.ts";
import { isShippingOption } from "../shipping-option-store.ts";
import { type AskedOption, askCarrier, type Question } from "./ask-carrier.ts";
import type { CartDeps } from "./deps.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";

interface Choice {
  optionId: string;
  data: Record<string, unknown>;
}

const ATTEMPTS = 3;

/** What came of an attempt: done, or a question for a carrier that must not be asked under a lock. */
type Outcome = { kind: "put"; isPaying: boolean } | { kind: "to ask"; question: Question };

interface Attempt {
  outcome: Outcome;
  result: CartResult;
}

/** The customer chooses how goods are sent. One of the same shipping profile that was chosen before gives way. */
export async function addShippingMethod(deps: CartDeps, cartId: string, choice: Choice): Promise<CartResult> {
  let asked: AskedOption | null = null;
  for (let attempt = 0; attempt <= ATTEMPTS; attempt++) {
    const { outcome, result }: Attempt = await putMethod(deps, cartId, { choice, asked });
    if (outcome.kind === "put") return outcome.isPaying ? syncPaymentSessions(deps, cartId) : result;
    asked = await askCarrier(deps, outcome.question);
  }
  throw new Refusal("conflict", "The cart was changed again and again while its shipping was calculated");
}

const putMethod = (
  deps: CartDeps,
  cartId: string,
  { choice, asked }: { choice: Choice; asked: AskedOption | null },
): Promise<Attempt> =>
  changeCart<Outcome>(deps, cartId, async ({ tx, cart }) => {
    refuseDeletedRegion(cart);
    const option = await chosenOption(deps, tx, { cart, optionId: choice.optionId });
    refuseOversized(cart, { field: "data", after: choice.data }, deps.config);
    const question = questionOf(cart, option, choice.data);
    const answer = isAnswered(question, asked) ? asked : await answeredAtOnce(deps, question);
    if (!answer) return { kind: "to ask", question };
    await put(tx, cart, answer);
    await announce(tx, "cart.updated", { id: cartId });
    return { kind: "put", isPaying: cart.payment_sessions.length > 0 };
  });

async function chosenOption(
  deps: CartDeps,
  tx: Tx,
  { cart, optionId }: { cart: Cart; optionId: string },
): Promise<OfferedOption> {
  refuseNotAgreed(cart, optionId);
  const option = (await optionsOfRegion(deps, tx, cart)).find(({ id }) => id === optionId);
  // Cached options are not for carriers to change.
  if (option) return { ...option, data: structuredClone(option.data) };
  throw (await isShippingOption(tx, optionId)) ? foreignOption() : unknownOption(optionId);
}

function questionOf(cart: Cart, option: OfferedOption, data: Choice["data"]): Question {
  refuseUnfit(cart, ratesOf(cart), option);
  return { option, data, parcel: parcelOf(cart), agreed: cart.$facts.custom_shipping_prices[option.id] };
}

/** A price that was calculated holds for the parcel it was calculated for. */
const isAnswered = ({ parcel }: Question, asked: AskedOption | null): asked is AskedOption =>
  asked !== null && (asked.pricedParcel === null || asked.pricedParcel === JSON.stringify(parcel));

const answeredAtOnce = async (deps: CartDeps, question: Question): Promise<AskedOption | null> =>
  deps.providers.fulfillment.find(question.option.provider_id)?.isLocal ? askCarrier(deps, question) : null;

async function put(tx: Tx, cart: Cart, { option, data, price }: AskedOption): Promise<void> {
  // One whose option was deleted gives way, too: nothing can be sent by it any more.
  const kept = cart.shipping_methods.filter(
    ({ shipping_option }) => shipping_option && shipping_option.profile_id !== option.profile_id,
  );
  const replaced = cart.shipping_methods.filter((method) => !kept.includes(method));
  const profileIds = [option.profile_id, ...kept.map((method) => method.shipping_option!.profile_id)];
  await putShippingMethod(tx, {
    cartId: cart.id,
    method: {
      id: newId("sm"),
      shipping_option_id: option.id,
      price,
      includes_tax: option.includes_tax,
      data,
    },
    replacedIds: replaced.map(({ id }) => id),
    shippedLineIds: shippedLines(cart, profileIds),
  });
}
