import { notFound, Refusal } from "../../../../kernel/refusal.ts";
import { canceledSwap, findConfirmedSwap, readSwapOfCart } from "../../../after-sale/swaps/index.ts";
import type { ShownOrder } from "../../../orders/orders/index.ts";
import { findOrderOfCart, placedOrder, showOrder } from "../../../orders/orders/index.ts";
import { type Cart, type CartDeps, findTaxes, readCart, totalsOf } from "../../../selling/carts/index.ts";
import { refuseLapsedDiscounts } from "../../../selling/discounts/index.ts";
import { availableQuantities, canTake, holderOf, shortage } from "../../../stock/inventory/index.ts";
import { changedMeanwhile, notAuthorized, piecesByVariant } from "../completion.ts";
import { authorizePayment, type Completing, openSession, releasePayment } from "./authorize-payment.ts";
import { confirmSwap } from "./confirm-swap.ts";
import { type Placement, placeOrder } from "./place-order.ts";
import { refuseUnready } from "./refuse-unready.ts";
import type { Paid } from "./taken-goods.ts";

/** What became of a cart: an order, a swap, or still a cart whose payment needs more. */
export type Completion =
  | { type: "order"; orderId: string; isOld: boolean; show: () => Promise<ShownOrder> }
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

/** A request that came at the same moment as another one gets what the other has completed. */
async function placedMeanwhile(deps: CartDeps, { cartId }: Completing, error: unknown): Promise<Completion> {
  const done = error instanceof Refusal ? await findCompletion(deps, cartId) : null;
  if (done === null) throw error;
  return done;
}

/** What a completed cart has become. */
async function findCompletion(deps: CartDeps, cartId: string): Promise<Completion | null> {
  const { db } = deps;
  const orderId = await findOrderOfCart(db, cartId);
  const show = () => showOrder(deps, orderId!, { view: placedOrder });
  if (orderId !== null) return { type: "order", orderId, isOld: true, show };
  const swapId = await findConfirmedSwap(db, cartId);
  return swapId === null ? null : { type: "swap", swapId };
}

/** Other programs, or a draft order that was deleted, leave carts that are closed without an order. */
async function oldCompletion(deps: CartDeps, cartId: string): Promise<Completion> {
  const done = await findCompletion(deps, cartId);
  if (done === null) throw notFound("Order of the cart", cartId);
  return done;
}

/** Null when the cart was changed while it was paid. */
async function attempted(deps: CartDeps, completing: Completing): Promise<Completion | null> {
  const placement = await placeOrder(deps, completing);
  return placement.kind === "unpaid"
    ? paidOutside(deps, completing)
    : completionOf(deps, completing, placement);
}

/** Null when the cart is no longer what was paid for. */
async function completionOf(
  deps: CartDeps,
  { cartId }: Completing,
  placement: Placement,
): Promise<Completion | null> {
  if (placement.kind === "completed") return oldCompletion(deps, cartId);
  if (placement.kind !== "placed") return null;
  const { orderId, show } = placement;
  return { type: "order", orderId, show, isOld: false };
}

/** Services outside are asked while nothing is locked: first for the taxes, then for the money. */
async function paidOutside(deps: CartDeps, completing: Completing): Promise<Completion | null> {
  const { cartId, ip } = completing;
  const cart = await readCart(deps, deps.db, cartId);
  if (cart.completed_at !== null) return oldCompletion(deps, cartId);
  const taxes = await findTaxes(deps, cart, { forced: true });
  const { total } = totalsOf(cart, taxes).whole;
  await refuseUnready(deps, { on: deps.db, cart, total });
  const swap = cart.type === "swap" ? await openSwap(deps, cartId) : null;
  if (total <= 0) return placed(deps, cart, { amount: total, session: null, ip });
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

async function placed(deps: CartDeps, cart: Cart, { ip, ...paid }: Payment): Promise<Completion | null> {
  if (cart.type === "swap") {
    const outcome = await confirmSwap(deps, cart.id, paid);
    return outcome.kind === "confirmed" ? { type: "swap", swapId: outcome.swapId } : null;
  }
  const completing = { cartId: cart.id, ip };
  return completionOf(deps, completing, await placeOrder(deps, completing, paid));
}

type Payment = Paid & Pick<Completing, "ip">;

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
      ip,
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
