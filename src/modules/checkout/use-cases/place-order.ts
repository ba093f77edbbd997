import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import {
  type Authorized,
  type Cart,
  type CartDeps,
  type CartTaxes,
  countedAdjustments,
  goodsOf,
  isFreeShipping,
  knownTaxes,
  lockCartRow,
  markCompleted,
  readCart,
  replaceAdjustments,
  selectedSession,
  stockLinesOf,
  totalsOf,
} from "../../carts/index.ts";
import { countDiscountUses } from "../../discounts/index.ts";
import { consumeGiftCards, issueGiftCards } from "../../gift-cards/index.ts";
import { type Holder, holderOf, reserveStock } from "../../inventory/index.ts";
import { findOrderOfCart, insertOrder, takeOverGoods } from "../../orders/index.ts";
import { giftCardUsesOf, lineTotals } from "../../totals/index.ts";
import { boughtGiftCards, keptTaxes, refuseIncomplete } from "../completion.ts";

export interface Paid {
  /** What the payment was authorized for; nothing where there was nothing to pay. */
  amount: number;
  session:
    | (Authorized & { /** What the session held when its authorization was asked for. */ asked: Metadata })
    | null;
}

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
    refuseIncomplete(cart, paid.amount);
    return {
      kind: "placed",
      orderId: await place(tx, { cart, taxes, paid, holder: holderOf(deps, cartId) }),
    };
  });

function isPaid(cart: Cart, taxes: CartTaxes, { amount, session }: Paid): boolean {
  if (totalsOf(cart, taxes).whole.total !== amount) return false;
  if (session === null) return true;
  const selected = selectedSession(cart);
  if (selected?.id !== session.sessionId || selected.status === "canceled") return false;
  // Somebody may have changed the cart and changed it back: then the provider has begun another payment meanwhile.
  return isDeepStrictEqual(selected.data, session.asked);
}

interface Placing {
  cart: Cart;
  taxes: CartTaxes;
  paid: Paid;
  holder: Holder;
}

async function place(tx: Tx, { cart, taxes, paid, holder }: Placing): Promise<string> {
  const orderId = newId("order");
  const paymentId = paid.session ? newId("pay") : null;
  await dropStaleAdjustments(tx, cart);
  await insertOrder(tx, orderFrom(orderId, cart, { paid, paymentId }));
  await takeOverGoods(tx, goodsFrom(orderId, cart, taxes));
  await consumeGiftCards(tx, { orderId, takings: takingsOf(cart, taxes) });
  const discountIds = cart.discounts.map(({ id }) => id);
  if (discountIds.length > 0) await countDiscountUses(tx, discountIds);
  await reserveStock(tx, { lines: stockLinesOf(cart), salesChannelId: cart.sales_channel_id, holder });
  await issueGiftCards(tx, { orderId, regionId: cart.region_id, cards: cardsOf(cart, taxes) });
  await markCompleted(tx, { cartId: cart.id, paymentId, session: paid.session });
  await announce(tx, "order.placed", { id: orderId, no_notification: null });
  return orderId;
}

/** Discounts that were replaced may have left amounts at the lines, which the order must not count. */
async function dropStaleAdjustments(tx: Tx, cart: Cart): Promise<void> {
  const counted = cart.items.flatMap((line) =>
    countedAdjustments(cart, line).flatMap(({ discount_id, amount }) =>
      discount_id === null ? [] : [{ id: newId("lia"), item_id: line.id, discount_id, amount }],
    ),
  );
  const all = cart.items.flatMap(({ adjustments }) => adjustments);
  if (all.length > counted.length) await replaceAdjustments(tx, cart.id, counted);
}

const orderFrom = (
  id: string,
  cart: Cart,
  { paid, paymentId }: { paid: Paid; paymentId: string | null },
) => ({
  id,
  cartId: cart.id,
  customerId: cart.customer_id!,
  email: cart.email!,
  billingAddressId: cart.billing_address_id,
  shippingAddressId: cart.shipping_address_id,
  regionId: cart.region_id,
  currencyCode: cart.region.currency_code,
  salesChannelId: cart.sales_channel_id,
  metadata: cart.metadata ?? {},
  discountIds: cart.discounts.map((discount) => discount.id),
  giftCardIds: cart.gift_cards.map((card) => card.id),
  payment: paid.session && {
    id: paymentId!,
    amount: paid.amount,
    providerId: selectedSession(cart)!.provider_id,
    data: paid.session.data,
  },
});

function goodsFrom(orderId: string, cart: Cart, taxes: CartTaxes) {
  const kept = keptTaxes(cart, taxes);
  return {
    orderId,
    cartId: cart.id,
    lineTaxes: kept.lines.map((rate) => ({ ...rate, id: newId("litl") })),
    shippingTaxes: kept.shipping.map((rate) => ({ ...rate, id: newId("smtl") })),
    isShippingFree: cart.discounts.some(isFreeShipping),
  };
}

const takingsOf = (cart: Cart, taxes: CartTaxes) =>
  giftCardUsesOf(goodsOf(cart, taxes)).map(({ gift_card_id, amount, tax_rate }) => ({
    giftCardId: gift_card_id,
    amount,
    isTaxable: Boolean(tax_rate),
    taxRate: tax_rate,
  }));

function cardsOf(cart: Cart, taxes: CartTaxes) {
  const lines = goodsOf(cart, taxes).lines;
  const netUnitPrice = (lineId: string) => {
    const index = cart.items.findIndex(({ id }) => id === lineId);
    const { quantity, unit_price, includes_tax } = cart.items[index]!;
    return includes_tax ? Math.round(lineTotals(lines[index]!).subtotal / quantity) : unit_price;
  };
  return boughtGiftCards(cart, taxes, netUnitPrice);
}
