import { Refusal } from "../../../kernel/refusal.ts";
import { type Cart, type CartDeps, findTaxes, readCart, totalsOf } from "../../carts/index.ts";
import { availableQuantities, canTake, holderOf, shortage } from "../../inventory/index.ts";
import { findOrderOfCart } from "../../orders/index.ts";
import { changedMeanwhile, notAuthorized, piecesByVariant, refuseIncomplete } from "../completion.ts";
import { authorizePayment, type Completing, openSession, releasePayment } from "./authorize-payment.ts";
import { placeOrder } from "./place-order.ts";

/** What became of a cart: an order, or still a cart whose payment needs more. */
export type Completion =
  | { type: "order"; orderId: string; isOld: boolean }
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

/** Whoever asks at the same moment as others gets the order that one of them has placed, whatever stood in the way. */
async function placedMeanwhile(
  { db }: CartDeps,
  { cartId }: Completing,
  error: unknown,
): Promise<Completion> {
  const orderId = error instanceof Refusal ? await findOrderOfCart(db, cartId) : null;
  if (orderId === null) throw error;
  return { type: "order", orderId, isOld: true };
}

/** Null when the cart was changed while it was paid. */
async function attempted(deps: CartDeps, { cartId, ip }: Completing): Promise<Completion | null> {
  const cart = await readCart(deps.graph, deps.db, cartId);
  if (cart.completed_at !== null) {
    return { type: "order", orderId: (await findOrderOfCart(deps.db, cartId))!, isOld: true };
  }
  const taxes = await findTaxes(deps, cart, { forced: true });
  const { total } = totalsOf(cart, taxes).whole;
  refuseIncomplete(cart, total);
  if (total === 0) return placed(await placeOrder(deps, cartId, { amount: 0, session: null }));
  // Nobody is asked to pay for what is not there. Only the order itself can be sure of it.
  await refuseShortage(deps, cart);
  return paidOrder(deps, { cart, total, ip });
}

const placed = (outcome: Awaited<ReturnType<typeof placeOrder>>): Completion | null =>
  outcome.kind === "placed" ? { type: "order", orderId: outcome.orderId, isOld: false } : null;

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
    const outcome = await placeOrder(deps, cart.id, {
      amount: total,
      session: { sessionId: session.id, data, asked: session.data },
    });
    if (outcome.kind === "changed") await release();
    return placed(outcome);
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
