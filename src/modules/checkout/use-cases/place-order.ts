import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  type Cart,
  type CartDeps,
  type CartTaxes,
  goodsOf,
  isLocated,
  knownTaxes,
  lockCartRow,
  markCompleted,
  readCart,
  stockLinesOf,
} from "../../carts/index.ts";
import { countDiscountUses } from "../../discounts/index.ts";
import { consumeGiftCards, issueGiftCards } from "../../gift-cards/index.ts";
import { type Holder, holderOf, reserveStock } from "../../inventory/index.ts";
import { findOrderOfCart, insertOrder, takeOverGoods } from "../../orders/index.ts";
import { giftCardUsesOf } from "../../totals/index.ts";
import { keepAddresses } from "./keep-addresses.ts";
import { refuseUnready } from "./refuse-unready.ts";
import { cardsOf, dropStaleAdjustments, goodsFrom, isPaid, type Paid, paymentFrom } from "./taken-goods.ts";

/** The order of the cart, or that the cart is no longer what was paid for. */
export type Placed = { kind: "placed"; orderId: string } | { kind: "changed" };

/**
 * Makes the order: one transaction, in the order of locks that all share (cart, order, gift cards, discounts,
 * stock). What was taken by somebody else meanwhile refuses the whole, and nothing of it remains.
 */
export const placeOrder = (deps: CartDeps, cartId: string, paid: Paid): Promise<Placed> =>
  inTransaction(deps.db, async (tx) => {
    const { isCompleted } = await lockCartRow(tx, cartId);
    if (isCompleted) return { kind: "placed", orderId: (await findOrderOfCart(tx, cartId))! };
    const cart = await readCart(deps.graph, tx, cartId);
    const taxes = knownTaxes(deps, cart);
    if (!taxes || !isPaid(cart, taxes, paid)) return { kind: "changed" };
    await refuseUnready(deps, { on: tx, cart, total: paid.amount });
    return {
      kind: "placed",
      orderId: await place(tx, { cart, taxes, paid, holder: holderOf(deps, cartId) }),
    };
  });

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
  await dropStaleAdjustments(tx, cart);
  const kept = await keepAddresses(tx, [cart.billing_address, cart.shipping_address]);
  const order = {
    ...orderFrom(orderId, cart, payment),
    isCaptured: isPaidByHand,
    billingAddressId: kept(cart.billing_address_id),
    shippingAddressId: kept(cart.shipping_address_id),
  };
  const { no_notification } = await insertOrder(tx, order);
  // Before its parts change: a cart that is completed needs no new version for each of them.
  await markCompleted(tx, { cartId: cart.id, paymentId: payment?.id ?? null, session: paid.session });
  await takeOverGoods(tx, goodsFrom({ order_id: orderId }, cart, taxes));
  await consumeGiftCards(tx, { orderId, takings: takingsOf(cart, taxes) });
  const discountIds = cart.discounts.map(({ id }) => id);
  if (discountIds.length > 0) await countDiscountUses(tx, discountIds);
  await reserveStock(tx, {
    lines: isPaidByHand ? [] : stockLinesOf(cart),
    salesChannelId: cart.sales_channel_id,
    holder,
    isLocated: isLocated(cart),
  });
  await issueGiftCards(tx, { orderId, regionId: cart.region_id, cards: cardsOf(cart, taxes) });
  const told = { id: orderId, no_notification };
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
  isDraft: cart.type === "draft_order",
  payment,
});

const takingsOf = (cart: Cart, taxes: CartTaxes) =>
  giftCardUsesOf(goodsOf(cart, taxes)).map(({ gift_card_id, amount, tax_rate }) => ({
    giftCardId: gift_card_id,
    amount,
    isTaxable: Boolean(tax_rate),
    taxRate: tax_rate,
  }));
