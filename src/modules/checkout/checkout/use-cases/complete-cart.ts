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
import { withMaskedCodes } from "../../../selling/gift-cards/index.ts";
import { availableQuantities, canTake, holderOf, shortage } from "../../../stock/inventory/index.ts";
import { shortageBody, shortageStatus, withoutRawDiscounts } from "../../v1-shapes.ts";
import { changedDuringCompletion, notAuthorized, piecesByVariant, refuseOtherTotal } from "../completion.ts";
import { isOutdated } from "../completion-rules.ts";
import {
  authorizePayment,
  type CompletionRequest,
  openSession,
  releasePayment,
} from "./authorize-payment.ts";
import { type PaidCart, refuseUnready } from "./completion-steps.ts";
import { confirmSwap } from "./confirm-swap.ts";
import { type PaidPlacement, placeLocallyPaid, placePaid } from "./place-order.ts";
import { prepareCompletion } from "./prepare-completion.ts";

/** The result is an order or a swap, or still a cart if the payment needs another step. */
export type Completion =
  | { type: "order"; orderId: string; isOld: boolean; show: () => Promise<ShownOrder> }
  | { type: "swap"; swapId: string; isOld: boolean }
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

/** The cart was changed during the payment, or not: then it is completed, or the customer has to do something. */
type Attempt = { kind: "completed"; completion: Completion } | { kind: "changed" };

const CHANGED: Attempt = { kind: "changed" };
const completed = (completion: Completion): Attempt => ({ kind: "completed", completion });

/** After a change the next attempt pays what the cart costs now. */
const ATTEMPTS = 3;

/**
 * Completes a cart: taxes, payment, order. Every step can be repeated, after a crash, by another process or by the webhook of
 * the payment service: the provider calls are idempotent, and the order is placed once, under the lock of the cart.
 */
export async function completeCart(deps: CartDeps, request: CompletionRequest): Promise<Completion> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const outcome = await prepareCompletion(deps, request)
      .then((prepared) => tryToComplete(deps, { ...request, prepared }))
      .catch((error) => completionOfOtherRequest(deps, request, error));
    if (outcome.kind === "completed") return outcome.completion;
  }
  throw changedDuringCompletion();
}

/** If a concurrent request has completed the cart, returns its result instead of the refusal. */
async function completionOfOtherRequest(
  deps: CartDeps,
  { cartId }: CompletionRequest,
  error: unknown,
): Promise<Attempt> {
  const done = error instanceof Refusal ? await findCompletion(deps, cartId) : null;
  if (done === null) throw error;
  return completed(done);
}

async function findCompletion(deps: CartDeps, cartId: string): Promise<Completion | null> {
  const { db } = deps;
  const orderId = await findOrderOfCart(db, cartId);
  const show = () => showOrder(deps, orderId!, { view: placedOrder });
  if (orderId !== null) return { type: "order", orderId, isOld: true, show };
  const swapId = await findConfirmedSwap(db, cartId);
  return swapId === null ? null : { type: "swap", swapId, isOld: true };
}

/** A completed cart may have no order: other programs or a deleted draft order leave such carts. */
async function oldCompletion(deps: CartDeps, cartId: string): Promise<Completion> {
  const done = await findCompletion(deps, cartId);
  if (done === null) throw notFound("Order of the cart", cartId);
  return done;
}

/** Most carts need no service. Others are paid first, while no row is locked. */
async function tryToComplete(deps: CartDeps, request: CompletionRequest): Promise<Attempt> {
  const placement = await placeLocallyPaid(deps, request);
  return placement.kind === "unpaid"
    ? completeWithProviders(deps, request)
    : attemptOf(deps, request.cartId, placement);
}

async function attemptOf(deps: CartDeps, cartId: string, placement: PaidPlacement): Promise<Attempt> {
  if (placement.kind === "changed") return CHANGED;
  if (placement.kind === "completed") return completed(await oldCompletion(deps, cartId));
  const { orderId, show } = placement;
  return completed({ type: "order", orderId, show, isOld: false });
}

/** Calls the tax service and the payment provider while no row is locked. */
async function completeWithProviders(deps: CartDeps, request: CompletionRequest): Promise<Attempt> {
  const { cartId, ip, expectedTotal, prepared = null } = request;
  const cart = await readCart(deps, deps.db, cartId);
  if (cart.completed_at !== null) return completed(await oldCompletion(deps, cartId));
  const taxes = await findTaxes(deps, cart, { forced: true });
  const { total } = totalsOf(cart, taxes).whole;
  refuseOtherTotal(total, expectedTotal);
  if (isOutdated(prepared, cart, taxes)) return CHANGED;
  await refuseUnready(deps, { on: deps.db, cart, taxes, total });
  const swap = cart.type === "swap" ? await openSwap(deps, cartId) : null;
  if (total <= 0) return placeWithPayment(deps, cart, { paid: { amount: total, session: null }, prepared });
  // Checked before the payment, so that no customer pays in vain. The order checks it again under locks.
  if (!swap)
    await refuseLapsedDiscounts(
      deps.db,
      cart.discounts.map(({ id }) => id),
    );
  if (!swap?.allowBackorder) await refuseCartShortage(deps, cart);
  return paidOrder(deps, { cart, total, ip, prepared });
}

/** Refuses a canceled swap before its payment. */
async function openSwap({ db }: CartDeps, cartId: string) {
  const swap = await readSwapOfCart(db, cartId);
  if (swap.isCanceled) throw canceledSwap();
  return swap;
}

async function placeWithPayment(deps: CartDeps, cart: Cart, paid: PaidCart): Promise<Attempt> {
  if (cart.type !== "swap") return attemptOf(deps, cart.id, await placePaid(deps, cart.id, paid));
  const outcome = await confirmSwap(deps, cart.id, paid);
  if (outcome.kind === "changed") return CHANGED;
  return completed({ type: "swap", swapId: outcome.swapId, isOld: outcome.isOld });
}

async function paidOrder(
  deps: CartDeps,
  {
    cart,
    total,
    ip,
    prepared,
  }: Pick<PaidCart, "prepared"> & { cart: Cart; total: number; ip: string | null },
): Promise<Attempt> {
  const session = await openSession(deps, cart, total);
  if (session.amount !== total) return CHANGED;
  const { status, data } = await authorizePayment(deps, { cart, session, amount: total, ip });
  if (status === "requires_more" || status === "pending")
    return completed({ type: "cart", paymentStatus: status });
  if (status === "error") throw notAuthorized();
  const release = () => releasePayment(deps, { cart, session, amount: total, data });
  try {
    const attempt = await placeWithPayment(deps, cart, {
      paid: { amount: total, session: { sessionId: session.id, data, authorizedData: session.data } },
      prepared,
    });
    if (attempt.kind === "changed" || isOfOther(attempt.completion)) await release();
    return attempt;
  } catch (error) {
    if (error instanceof Refusal) await release();
    throw error;
  }
}

/** Another request was faster: perhaps with this payment, perhaps without it. */
const isOfOther = (completion: Completion): boolean => completion.type !== "cart" && completion.isOld;

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
