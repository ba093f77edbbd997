import type { Row } from "../../../graph/graph.ts";
import { notFound, Refusal } from "../../../kernel/refusal.ts";
import { type Cart, type CartDeps, findTaxes, readCart, totalsOf } from "../../carts/index.ts";
import { refuseLapsedDiscounts } from "../../discounts/index.ts";
import { availableQuantities, canTake, holderOf, shortage } from "../../inventory/index.ts";
import { findOrderOfCart } from "../../orders/index.ts";
import { canceledSwap, findConfirmedSwap, readSwapOfCart } from "../../swaps/index.ts";
import { changedMeanwhile, notAuthorized, piecesByVariant } from "../completion.ts";
import { authorizePayment, type Completing, openSession, releasePayment } from "./authorize-payment.ts";
import { confirmSwap } from "./confirm-swap.ts";
import { placeAtOnce } from "./place-at-once.ts";
import { placeOrder } from "./place-order.ts";
import { refuseUnready } from "./refuse-unready.ts";
import type { Paid } from "./taken-goods.ts";

/** What became of a cart: an order, a swap, or still a cart whose payment needs more. */
export type Completion =
  | {
      type: "order";
      orderId: string;
      isOld: boolean /** As it is shown, where that is known. */;
      order?: Row | null;
    }
  | { type: "swap"; swapId: string }
  | { type: "cart"; paymentStatus: "requires_more" | "pending" };

const ATTEMPTS = 3;

/**
 * Completes a cart: taxes, payment, order. Every step can be taken again, by the same request after a crash, by
 * another process or by the webhook of the payment service: the provider does the same thing once for the same key,
 * and the order is made under the cart's lock, once.
 */
export async function completeCart(deps: CartDeps, completing: Completing): Promise<Completion> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const completion = await attempted(deps, completing).catch((error) =>
      placedMeanwhile(deps, completing, error),
    );
    if (completion) return completion;
  }
  throw changedMeanwhile();
}

/** Whoever asks at the same moment as others gets what one of them has completed, whatever stood in the way. */
async function placedMeanwhile(
  { db }: CartDeps,
  { cartId }: Completing,
  error: unknown,
): Promise<Completion> {
  const done = error instanceof Refusal ? await findCompletion(db, cartId) : null;
  if (done === null) throw error;
  return done;
}

/** What a completed cart has become. */
async function findCompletion(db: CartDeps["db"], cartId: string): Promise<Completion | null> {
  const orderId = await findOrderOfCart(db, cartId);
  if (orderId !== null) return { type: "order", orderId, isOld: true };
  const swapId = await findConfirmedSwap(db, cartId);
  return swapId === null ? null : { type: "swap", swapId };
}

/** Other programs, or a draft order that was deleted, leave carts that are closed without an order. */
async function completionOf(db: CartDeps["db"], cartId: string): Promise<Completion> {
  const done = await findCompletion(db, cartId);
  if (done === null) throw notFound("Order of the cart", cartId);
  return done;
}

/** Null when the cart was changed while it was paid. */
async function attempted(deps: CartDeps, completing: Completing): Promise<Completion | null> {
  const placed = await placeAtOnce(deps, completing);
  return placed === null ? stepByStep(deps, completing) : { type: "order", ...placed, isOld: false };
}

/** Whoever is outside is asked while nothing is locked: first for the taxes, then for the money. */
async function stepByStep(deps: CartDeps, { cartId, ip }: Completing): Promise<Completion | null> {
  const cart = await readCart(deps.graph, deps.db, cartId);
  if (cart.completed_at !== null) return completionOf(deps.db, cartId);
  const taxes = await findTaxes(deps, cart, { forced: true });
  const { total } = totalsOf(cart, taxes).whole;
  await refuseUnready(deps, { on: deps.db, cart, total });
  const swap = cart.type === "swap" ? await openSwap(deps, cartId) : null;
  if (total <= 0) return placed(deps, cart, { amount: total, session: null });
  // The customer is not asked to pay for what cannot be bought. Only the order itself can be sure of it.
  if (!swap)
    await refuseLapsedDiscounts(
      deps.db,
      cart.discounts.map(({ id }) => id),
    );
  if (!swap?.allowBackorder) await refuseShortage(deps, cart);
  return paidOrder(deps, { cart, total, ip });
}

/** Nobody is asked to pay for a swap that was canceled. */
async function openSwap({ db }: CartDeps, cartId: string) {
  const swap = await readSwapOfCart(db, cartId);
  if (swap.isCanceled) throw canceledSwap();
  return swap;
}

/** Null when the cart is no longer what was paid for. */
async function placed(deps: CartDeps, { id, type }: Cart, paid: Paid): Promise<Completion | null> {
  if (type === "swap") {
    const outcome = await confirmSwap(deps, id, paid);
    return outcome.kind === "confirmed" ? { type: "swap", swapId: outcome.swapId } : null;
  }
  const outcome = await placeOrder(deps, id, paid);
  return outcome.kind === "placed" ? { type: "order", orderId: outcome.orderId, isOld: false } : null;
}

async function paidOrder(
  deps: CartDeps,
  { cart, total, ip }: { cart: Cart; total: number; ip: string | null },
): Promise<Completion | null> {
  const session = await openSession(deps, cart, total);
  if (session.amount !== total) return null;
  const { status, data } = await authorizePayment(deps, { cart, session, amount: total, ip });
  if (status === "requires_more" || status === "pending") return { type: "cart", paymentStatus: status };
  if (status === "error") throw notAuthorized();
  const release = () => releasePayment(deps, { cart, session, amount: total, data });
  try {
    const completion = await placed(deps, cart, {
      amount: total,
      session: { sessionId: session.id, data, asked: session.data },
    });
    if (completion === null) await release();
    return completion;
  } catch (error) {
    if (error instanceof Refusal) await release();
    throw error;
  }
}

async function refuseShortage(deps: CartDeps, cart: Cart): Promise<void> {
  const pieces = piecesByVariant(cart);
  const available = await availableQuantities(deps.db, {
    variantIds: [...pieces.keys()],
    salesChannelId: cart.sales_channel_id,
    holder: holderOf(deps, cart.id),
  });
  for (const [variantId, wanted] of pieces) {
    const stock = available.get(variantId);
    if (!stock || !canTake(stock, wanted)) throw shortage(variantId);
  }
}
