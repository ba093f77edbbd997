import { inTransaction } from "../../../db/transaction.ts";
import type { Row } from "../../../graph/graph.ts";
import {
  type Cart,
  type CartDeps,
  forgetCart,
  knownTaxes,
  lockCart,
  selectedSession,
  totalsOf,
} from "../../carts/index.ts";
import { holderOf } from "../../inventory/index.ts";
import { newOrderAtLast } from "../../orders/index.ts";
import { askForAuthorization, authorizationStep, type Completing, isReady } from "./authorize-payment.ts";
import { place } from "./place-order.ts";
import { refuseUnready } from "./refuse-unready.ts";
import type { Paid } from "./taken-goods.ts";

interface NewOrder {
  orderId: string;
  /** As it is shown, where that is known. */
  order: Row | null;
}

/**
 * Where nobody outside has to be asked, neither for taxes nor for money, the order is made in one transaction, and what
 * refuses it leaves nothing behind. Null where somebody has to be asked, or the cart is already completed.
 */
export async function placeAtOnce(deps: CartDeps, completing: Completing): Promise<NewOrder | null> {
  const placed = await inTransaction(deps.db, async (tx) => {
    const cart = await lockCart(deps.graph, tx, completing.cartId);
    const taxes = cart.completed_at === null && cart.type !== "swap" ? knownTaxes(deps, cart) : null;
    if (!taxes) return null;
    const { total } = totalsOf(cart, taxes).whole;
    await refuseUnready(deps, { on: tx, cart, total });
    const paid = await paidAtOnce(deps, cart, { total, ip: completing.ip });
    if (!paid) return null;
    const orderId = await place(tx, { cart, taxes, paid, holder: holderOf(deps, cart.id) });
    const order = hasCodes(cart) ? async () => null : newOrderAtLast(deps.graph, tx, orderId);
    return { orderId, order };
  });
  if (!placed) return null;
  forgetCart(deps.graph, completing.cartId);
  return { orderId: placed.orderId, order: await placed.order() };
}

const hasCodes = ({ discounts, gift_cards }: Cart) => discounts.length + gift_cards.length > 0;

async function paidAtOnce(
  { providers }: CartDeps,
  cart: Cart,
  { total, ip }: { total: number; ip: string | null },
): Promise<Paid | null> {
  if (total <= 0) return { amount: total, session: null };
  const session = selectedSession(cart)!;
  const provider = providers.payment.find(session.provider_id);
  if (!provider?.isLocal || !isReady(session, total)) return null;
  const step = authorizationStep(cart, session, total);
  const { status, data } = await askForAuthorization(provider, step, { resourceId: cart.id, ip });
  if (status !== "authorized") return null;
  return { amount: total, session: { sessionId: session.id, data, asked: session.data } };
}
