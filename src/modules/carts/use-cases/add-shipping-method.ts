import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";
import { askProvider } from "../../../providers/ask-provider.ts";
import { usableData } from "../../../providers/usable-data.ts";
import { type Cart, refuseCompleted } from "../cart.ts";
import { lockOpenCart, readCart } from "../cart-store.ts";
import { ratesOf } from "../cart-taxes.ts";
import { chosenOption } from "../chosen-option-graph.ts";
import {
  type OfferedOption,
  parcelOf,
  refuseUnfit,
  shippedLines,
  unknownOption,
} from "../shipping-choice.ts";
import { putShippingMethod } from "../shipping-method-store.ts";
import type { CartDeps } from "./deps.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";

// What PostgreSQL can store in the column.
const MOST = 2_147_483_647;

interface Choice {
  optionId: string;
  data: Record<string, unknown>;
}

/** What the carrier said to a choice. */
interface Asked {
  option: OfferedOption;
  data: Record<string, unknown>;
  price: number;
  /** The parcel that a price was calculated for; null for prices that depend on none. */
  pricedParcel: string | null;
}

const ATTEMPTS = 3;

/** The customer chooses how goods are sent. One of the same shipping profile that was chosen before gives way. */
export async function addShippingMethod(deps: CartDeps, cartId: string, choice: Choice): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // The carrier is asked while nothing is locked; what it depends on is looked at again under the lock.
    const before = await putMethod(deps, cartId, await askedOption(deps, cartId, choice));
    if (before === null) continue;
    if (before.payment_sessions.length > 0) await syncPaymentSessions(deps, cartId);
    return;
  }
  throw new Refusal("conflict", "The cart was changed again and again while its shipping was calculated");
}

/** The cart as it was before, or null when it is no longer what the price was calculated for. */
const putMethod = (
  deps: CartDeps,
  cartId: string,
  { option, data, price, pricedParcel }: Asked,
): Promise<Cart | null> =>
  inTransaction(deps.db, async (tx) => {
    const cart = await lockOpenCart(deps.graph, tx, cartId);
    refuseUnfit(cart, ratesOf(cart), option);
    if (pricedParcel !== null && pricedParcel !== JSON.stringify(parcelOf(cart))) return null;
    // One whose option was deleted gives way, too: nothing can be sent by it any more.
    const kept = cart.shipping_methods.filter(
      ({ shipping_option }) => shipping_option && shipping_option.profile_id !== option.profile_id,
    );
    const replaced = cart.shipping_methods.filter((method) => !kept.includes(method));
    const profileIds = [option.profile_id, ...kept.map((method) => method.shipping_option!.profile_id)];
    await putShippingMethod(tx, {
      id: newId("sm"),
      cartId,
      shippingOptionId: option.id,
      price,
      includesTax: option.includes_tax,
      data,
      replacedIds: replaced.map(({ id }) => id),
      shippedLineIds: shippedLines(cart, profileIds),
    });
    await announce(tx, "cart.updated", { id: cartId });
    return cart;
  });

async function askedOption(
  { db, graph, providers }: CartDeps,
  cartId: string,
  choice: Choice,
): Promise<Asked> {
  const cart = await readCart(graph, db, cartId, [chosenOption(choice.optionId)]);
  const { $option: option } = cart as Cart & { $option: OfferedOption | null };
  refuseCompleted(cart);
  if (!option) throw unknownOption(choice.optionId);
  refuseUnfit(cart, ratesOf(cart), option);
  const carrier = providers.fulfillment.find(option.provider_id);
  if (!carrier) throw invalid(`The fulfillment provider ${option.provider_id} is not installed`);
  const parcel = parcelOf(cart);
  const data = await askProvider({ failure: "The shipping option cannot be chosen" }, async () =>
    usableData(await carrier.validateData(option.data, choice.data, parcel)),
  );
  const agreed = cart.$facts.custom_shipping_prices[option.id];
  if (agreed !== undefined) return { option, data, price: agreed, pricedParcel: null };
  if (option.price_type === "flat_rate") {
    return { option, data, price: option.amount ?? 0, pricedParcel: null };
  }
  const price = await askProvider({ failure: "The price of shipping could not be calculated" }, () =>
    carrier.calculatePrice(option.data, data, parcel),
  );
  if (!Number.isInteger(price) || price < 0 || price > MOST) {
    throw invalid("The fulfillment provider gave no usable price");
  }
  return { option, data, price, pricedParcel: JSON.stringify(parcel) };
}
