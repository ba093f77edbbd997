import { withMaskedCodes } from "../../../../kernel/gift-card-codes.ts";
import { notFound, Refusal } from "../../../../kernel/refusal.ts";
import {
  canceledSwap,
  findConfirmedSwap,
  readSwapOfCart,
  showConfirmedSwap,
} from "../../../after-sale/swaps/index.ts";
import type { ShownOrder } from "../../../orders/orders/index.ts";
import { findOrderOfCart, placedOrder, showOrder } from "../../../orders/orders/index.ts";
import {
  type Cart,
  type CartDeps,
  type CartViewer,
  cartWithCustomer,
  findTaxes,
  readCart,
  showCart,
  totalsOf,
} from "../../../selling/carts/index.ts";
import { refuseLapsedDiscounts } from "../../../selling/discounts/index.ts";
import { availableQuantities, canTake, holderOf, shortage } from "../../../stock/inventory/index.ts";
import { shortageBody, shortageStatus, withoutRawDiscounts } from "../../v1-shapes.ts";
import { changedDuringCompletion, notAuthorized, piecesByVariant } from "../completion.ts";
import {
  authorizePayment,
  type CompletionRequest,
  openSession,
  releasePayment,
} from "./authorize-payment.ts";
import { type Paid, refuseUnready } from "./completion-steps.ts";
import { confirmSwap } from "./confirm-swap.ts";
import { type Placement, placeOrder } from "./place-order.ts";

/** The result is an order or a swap, or still a cart if the payment needs another step. */
export type Completion =
  | { type: "order"; orderId: string; isOld: boolean; show: () => Promise<ShownOrder> }
  | { type: "swap"; swapId: string }
  | { type: "cart"; paymentStatus: "requires_more" | "pending" };

interface ShownCompletionRequest extends CompletionRequest {
  /** Read only if the answer is a cart. */
  caller: () => Promise<CartViewer>;
  /** The key was given by the server, in the answer to an earlier completion. */
  hasMadeKey: boolean;
}

/** Completes a cart and shows the order, the swap or the cart. */
export async function completeAndShow(
  deps: CartDeps,
  request: ShownCompletionRequest,
): Promise<{ status: number; body: object }> {
  try {
    return { status: 200, body: await shownCompletion(deps, request, await completeCart(deps, request)) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "insufficient_inventory") throw error;
    const { code, type, message } = error;
    return { status: shortageStatus, body: shortageBody({ code, type, message }) };
  }
}

async function shownCompletion(
  deps: CartDeps,
  { cartId, caller, hasMadeKey }: ShownCompletionRequest,
  completion: Completion,
): Promise<object> {
  if (completion.type === "order") {
    const shown = await completion.show();
    // Who completes a cart has held it while it was open. Its id alone, which is on the order, shows no codes.
    const order = completion.isOld ? (withMaskedCodes(shown) as ShownOrder) : shown;
    const isRepeated = completion.isOld && hasMadeKey;
    return {
      type: "order",
      data: isRepeated ? { ...order, items: withoutRawDiscounts(order.items) } : order,
    };
  }
  if (completion.type === "swap") {
    return { type: "swap", data: withMaskedCodes(await showConfirmedSwap(deps, completion.swapId)) };
  }
  const options = { view: cartWithCustomer, viewer: await caller(), forcedTaxes: true };
  const { cart } = await showCart(deps, cartId, options);
  return { type: "cart", data: cart, payment_status: completion.paymentStatus };
}

const ATTEMPTS = 3;

/**
 * Completes a cart: taxes, payment, order. Every step can be repeated, after a crash, by another process or by the webhook of
 * the payment service: the provider calls are idempotent, and the order is placed once, under the lock of the cart.
 */
export async function completeCart(deps: CartDeps, request: CompletionRequest): Promise<Completion> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const completion = await tryToComplete(deps, request).catch((error) =>
      completionOfOtherRequest(deps, request, error),
    );
    if (completion) return completion;
  }
  throw changedDuringCompletion();
}

/** If a concurrent request has completed the cart, returns its result instead of the refusal. */
async function completionOfOtherRequest(
  deps: CartDeps,
  { cartId }: CompletionRequest,
  error: unknown,
): Promise<Completion> {
  const done = error instanceof Refusal ? await findCompletion(deps, cartId) : null;
  if (done === null) throw error;
  return done;
}

async function findCompletion(deps: CartDeps, cartId: string): Promise<Completion | null> {
  const { db } = deps;
  const orderId = await findOrderOfCart(db, cartId);
  const show = () => showOrder(deps, orderId!, { view: placedOrder });
  if (orderId !== null) return { type: "order", orderId, isOld: true, show };
  const swapId = await findConfirmedSwap(db, cartId);
  return swapId === null ? null : { type: "swap", swapId };
}

/** A completed cart may have no order: other programs or a deleted draft order leave such carts. */
async function oldCompletion(deps: CartDeps, cartId: string): Promise<Completion> {
  const done = await findCompletion(deps, cartId);
  if (done === null) throw notFound("Order of the cart", cartId);
  return done;
}

/** Null if the cart was changed during the payment. */
async function tryToComplete(deps: CartDeps, request: CompletionRequest): Promise<Completion | null> {
  const placement = await placeOrder(deps, request);
  return placement.kind === "unpaid"
    ? completeWithProviders(deps, request)
    : completionOf(deps, request, placement);
}

/** Null if the cart has changed since it was paid. */
async function completionOf(
  deps: CartDeps,
  { cartId }: CompletionRequest,
  placement: Placement,
): Promise<Completion | null> {
  if (placement.kind === "completed") return oldCompletion(deps, cartId);
  if (placement.kind !== "placed") return null;
  const { orderId, show } = placement;
  return { type: "order", orderId, show, isOld: false };
}

/** Calls the tax service and the payment provider while no row is locked. */
async function completeWithProviders(deps: CartDeps, request: CompletionRequest): Promise<Completion | null> {
  const { cartId, ip } = request;
  const cart = await readCart(deps, deps.db, cartId);
  if (cart.completed_at !== null) return oldCompletion(deps, cartId);
  const taxes = await findTaxes(deps, cart, { forced: true });
  const { total } = totalsOf(cart, taxes).whole;
  await refuseUnready(deps, { on: deps.db, cart, total });
  const swap = cart.type === "swap" ? await openSwap(deps, cartId) : null;
  if (total <= 0) return placeWithPayment(deps, cart, { amount: total, session: null, ip });
  // Checked before the payment, so that no customer pays in vain. The order checks it again under locks.
  if (!swap)
    await refuseLapsedDiscounts(
      deps.db,
      cart.discounts.map(({ id }) => id),
    );
  if (!swap?.allowBackorder) await refuseCartShortage(deps, cart);
  return paidOrder(deps, { cart, total, ip });
}

/** Refuses a canceled swap before its payment. */
async function openSwap({ db }: CartDeps, cartId: string) {
  const swap = await readSwapOfCart(db, cartId);
  if (swap.isCanceled) throw canceledSwap();
  return swap;
}

async function placeWithPayment(
  deps: CartDeps,
  cart: Cart,
  { ip, ...paid }: Payment,
): Promise<Completion | null> {
  if (cart.type === "swap") {
    const outcome = await confirmSwap(deps, cart.id, paid);
    return outcome.kind === "confirmed" ? { type: "swap", swapId: outcome.swapId } : null;
  }
  const request = { cartId: cart.id, ip };
  return completionOf(deps, request, await placeOrder(deps, request, paid));
}

type Payment = Paid & Pick<CompletionRequest, "ip">;

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
    const completion = await placeWithPayment(deps, cart, {
      ip,
      amount: total,
      session: { sessionId: session.id, data, authorizedData: session.data },
    });
    if (completion === null) await release();
    return completion;
  } catch (error) {
    if (error instanceof Refusal) await release();
    throw error;
  }
}

async function refuseCartShortage(deps: CartDeps, cart: Cart): Promise<void> {
  const pieces = piecesByVariant(cart);
  const available = await availableQuantities(deps.db, {
    variantIds: [...pieces.keys()],
    salesChannelId: cart.sales_channel_id,
    holder: holderOf(deps, cart.id),
  });
  for (const [variantId, quantity] of pieces) {
    const stock = available.get(variantId);
    if (!stock || !canTake(stock, quantity)) throw shortage(variantId);
  }
}
