import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import {
  type CartDeps,
  preparedSessions,
  refuseCompleted,
  runErrands,
  totalsOf,
  withTaxedCart,
} from "../../../selling/carts/index.ts";
import { type PaymentSession, savePaymentSessions } from "../../../selling/payment-sessions/index.ts";
import { holderOf } from "../../../stock/inventory/index.ts";
import { refuseIncomplete } from "../completion.ts";
import { place } from "./place-order.ts";

// What a payment can hold.
const MOST = 2_147_483_647;

interface ByHand {
  cartId: string;
  /** What has to be right, looked at under the cart's lock. */
  check: (tx: Tx) => Promise<void>;
}

/**
 * The merchant says that a cart is paid, so it becomes an order whose money is there. Payments that the customer had
 * begun are closed: nobody pays twice.
 */
export async function payByHand(deps: CartDeps, { cartId, check }: ByHand): Promise<string> {
  const { orderId, ...left } = await withTaxedCart(deps, cartId, async ({ tx, cart }, taxes) => {
    await check(tx);
    refuseCompleted(cart);
    const amount = totalsOf(cart, taxes).whole.total;
    if (amount > MOST) throw invalid("The cart costs more than can be paid");
    const session = sessionByHand(amount);
    const paidCart = { ...cart, payment_sessions: [session] };
    refuseIncomplete(paidCart, amount);
    const before = cart.payment_sessions;
    const { errands } = preparedSessions({ sessions: before, providerIds: [], total: 0, newId: () => "" });
    await savePaymentSessions(tx, cartId, { before, after: [session] });
    const { id: sessionId, data } = session;
    const paid = { amount, session: amount > 0 ? { sessionId, data, asked: data } : null };
    const holder = holderOf(deps, cartId);
    return {
      orderId: await place(tx, { cart: paidCart, taxes, paid, holder, isPaidByHand: true }),
      cart,
      errands,
    };
  });
  await runErrands(deps, { ...left, total: 0 });
  return orderId;
}

/** Also where there is nothing to pay: it tells later how the order came about. */
const sessionByHand = (amount: number): PaymentSession => ({
  id: newId("ps"),
  provider_id: "system",
  is_selected: true,
  is_initiated: true,
  status: "authorized",
  data: {},
  amount,
});
