import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import {
  type CartDeps,
  callPaymentProviders,
  preparedSessions,
  refuseByCartRules,
  refuseCompleted,
  totalsOf,
  withTaxedCart,
} from "../../../selling/carts/index.ts";
import { type PaymentSession, savePaymentSessions } from "../../../selling/payment-sessions/index.ts";
import { holderOf } from "../../../stock/inventory/index.ts";
import { cartOfOpenDraft, lockDraft, requireDraftAllows } from "../../draft-orders/index.ts";
import { refuseIncomplete } from "../completion.ts";
import { fieldsFromCart } from "./fields-from-cart.ts";
import { placeLockedCart } from "./place-order.ts";

/**
 * Marks a draft order as paid and places its order. Of several concurrent requests one succeeds. The others are refused with
 * the id of the order.
 */
export async function payDraftOrder(deps: CartDeps, id: string): Promise<string> {
  const cartId = await cartOfOpenDraft(deps.db, id, "pay");
  return markCartAsPaid(deps, {
    cartId,
    check: async (tx) => requireDraftAllows("pay", await lockDraft(tx, id)),
  });
}

interface ManualPayment {
  cartId: string;
  /** Checks of the caller, under the lock of the cart. */
  check: (tx: Tx) => Promise<void>;
}

/**
 * Places the order of a cart that the merchant marks as paid. Open payment sessions are closed, so that the customer cannot
 * pay again.
 */
async function markCartAsPaid(deps: CartDeps, { cartId, check }: ManualPayment): Promise<string> {
  const { orderId, ...left } = await withTaxedCart(deps, cartId, async ({ tx, cart }, taxes) => {
    await check(tx);
    refuseCompleted(cart);
    const amount = totalsOf(cart, taxes).whole.total;
    if (amount > MAX_AMOUNT) throw invalid("The cart costs more than can be paid");
    const session = manualSession(amount);
    const paidCart = { ...cart, payment_sessions: [session] };
    refuseIncomplete(paidCart, amount);
    refuseByCartRules(deps.providers.rules, paidCart, taxes);
    const before = cart.payment_sessions;
    const { calls } = preparedSessions({ sessions: before, providerIds: [], total: 0, newId: () => "" });
    await savePaymentSessions(tx, cartId, { before, after: [session] });
    const { id: sessionId, data } = session;
    const paid = { amount, session: amount > 0 ? { sessionId, data, authorizedData: data } : null };
    const placement = {
      cart: paidCart,
      taxes,
      paid,
      holder: holderOf(deps, cartId),
      custom_fields: fieldsFromCart(deps.graph.registry.fields, cart),
      isPaidManually: true,
    };
    return {
      orderId: await placeLockedCart(deps, tx, placement),
      cart,
      calls,
    };
  });
  await callPaymentProviders(deps, { ...left, total: 0 });
  return orderId;
}

/** Also created for a free order, as a record that the merchant marked it as paid. */
export const manualSession = (amount: number, data: Metadata = {}): PaymentSession => ({
  id: newId("ps"),
  provider_id: "system",
  is_selected: true,
  is_initiated: true,
  status: "authorized",
  data,
  amount,
});
