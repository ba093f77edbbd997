import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { ShownOrder } from "../../../orders/orders/index.ts";
import {
  insertOrder,
  moveLinesToOrder,
  newOrderWithCommit,
  placedOrder,
  showOrder,
} from "../../../orders/orders/index.ts";
import {
  type Cart,
  type CartDeps,
  type CartTaxes,
  goodsOf,
  knownTaxes,
  markCompleted,
  openCart,
  selectedSession,
  stockLinesOf,
  totalsOf,
} from "../../../selling/carts/index.ts";
import { countDiscountUses } from "../../../selling/discounts/index.ts";
import { consumeGiftCards, issueGiftCards } from "../../../selling/gift-cards/index.ts";
import { giftCardUsesOf } from "../../../selling/totals/index.ts";
import { type Holder, holderOf, reserveStock } from "../../../stock/inventory/index.ts";
import { completeDraft, findDraftOfCart } from "../../draft-orders/index.ts";
import { askForAuthorization, authorizationStep, type Completing, isReady } from "./authorize-payment.ts";
import { copyBookAddresses } from "./copy-book-addresses.ts";
import { refuseUnready } from "./refuse-unready.ts";
import { cardsOf, dropStaleAdjustments, isPaid, linesFrom, type Paid, paymentFrom } from "./taken-goods.ts";

/** What came of an attempt to place the order of a cart. */
export type Placement =
  | { kind: "placed"; orderId: string; show: () => Promise<ShownOrder> }
  /** The cart was completed before. */
  | { kind: "completed" }
  /** Taxes or money have to be asked for outside, which is not done under a lock. */
  | { kind: "unpaid" }
  /** The cart is no longer what was paid for. */
  | { kind: "changed" };

/**
 * Places the order: one transaction, in the order of locks that all share (cart, order, gift cards, discounts, stock).
 * Whatever refuses it leaves nothing behind. Where nothing has to be paid, or the payment provider calls no other service,
 * the payment is authorized on the way; `paid` is a payment that was authorized before.
 */
export const placeOrder = (
  deps: CartDeps,
  { cartId, ip }: Completing,
  paid: Paid | null = null,
): Promise<Placement> =>
  inTransaction<Placement>(deps.db, async (tx) => {
    const { cart } = await openCart(deps, tx, cartId);
    if (cart.completed_at !== null) return { kind: "completed" };
    if (cart.type === "swap") return { kind: "unpaid" };
    const taxes = knownTaxes(deps, cart);
    if (!taxes) return { kind: paid ? "changed" : "unpaid" };
    if (paid && !isPaid(cart, taxes, paid)) return { kind: "changed" };
    const { total } = totalsOf(cart, taxes).whole;
    await refuseUnready(deps, { on: tx, cart, total });
    const payment = paid ?? (await paidLocally(deps, cart, { total, ip }));
    if (!payment) return { kind: "unpaid" };
    const orderId = await place(tx, { cart, taxes, paid: payment, holder: holderOf(deps, cartId) });
    const show = hasCodes(cart)
      ? () => showOrder(deps, orderId, { view: placedOrder })
      : newOrderWithCommit(deps, tx, orderId);
    return { kind: "placed", orderId, show };
  });

const hasCodes = ({ discounts, gift_cards }: Cart) => discounts.length + gift_cards.length > 0;

/** Null where the payment has to be authorized outside, or is not authorized. */
async function paidLocally(
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

export interface Placing {
  cart: Cart;
  taxes: CartTaxes;
  paid: Paid;
  holder: Holder;
  /** The merchant says that the money is there. As in v1 nothing is taken from stock until the order is fulfilled. */
  isPaidByHand?: boolean;
}

/** Makes the order of a cart that this transaction has locked. */
export async function place(tx: Tx, placing: Placing): Promise<string> {
  const { cart, taxes, paid, holder, isPaidByHand = false } = placing;
  const orderId = newId("order");
  const payment = paymentFrom(cart, paid);
  const draft = cart.type === "draft_order" ? await findDraftOfCart(tx, cart.id) : null;
  await dropStaleAdjustments(tx, cart);
  const addressId = await copyBookAddresses(tx, [cart.billing_address, cart.shipping_address]);
  const order = {
    ...orderFrom(orderId, cart, payment),
    isCaptured: isPaidByHand,
    billingAddressId: addressId(cart.billing_address_id),
    shippingAddressId: addressId(cart.shipping_address_id),
  };
  await insertOrder(tx, { ...order, draft });
  if (draft) await completeDraft(tx, draft.id, orderId);
  // Before its parts change: a cart that is completed needs no new version for each of them.
  await markCompleted(tx, { cartId: cart.id, paymentId: payment?.id ?? null, session: paid.session });
  await moveLinesToOrder(tx, linesFrom({ order_id: orderId }, cart, taxes));
  await consumeGiftCards(tx, { orderId, takings: takingsOf(cart, taxes) });
  const discountIds = cart.discounts.map(({ id }) => id);
  if (discountIds.length > 0) await countDiscountUses(tx, discountIds);
  await reserveStock(tx, {
    lines: isPaidByHand ? [] : stockLinesOf(cart),
    salesChannelId: cart.sales_channel_id,
    holder,
    isLocated: cart.$facts.is_stock_by_location,
  });
  await issueGiftCards(tx, { orderId, regionId: cart.region_id, cards: cardsOf(cart, taxes) });
  const told = { id: orderId, no_notification: draft?.noNotification ?? null };
  await announce(tx, "order.placed", told);
  if (isPaidByHand) await announce(tx, "order.payment_captured", told);
  return orderId;
}

const orderFrom = (id: string, cart: Cart, payment: ReturnType<typeof paymentFrom>) => ({
  id,
  cartId: cart.id,
  customerId: cart.customer_id!,
  email: cart.email!,
  regionId: cart.region_id,
  currencyCode: cart.region.currency_code,
  salesChannelId: cart.sales_channel_id,
  metadata: cart.metadata ?? {},
  discountIds: cart.discounts.map((discount) => discount.id),
  giftCardIds: cart.gift_cards.map((card) => card.id),
  payment,
});

const takingsOf = (cart: Cart, taxes: CartTaxes) =>
  giftCardUsesOf(goodsOf(cart, taxes)).map(({ gift_card_id, amount, tax_rate }) => ({
    giftCardId: gift_card_id,
    amount,
    isTaxable: Boolean(tax_rate),
    taxRate: tax_rate,
  }));
