import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { enqueueAfterCompletion } from "../../../../plugins/steps/after-completion.ts";
import type { PreparedCompletion } from "../../../../plugins/steps/prepared-completion.ts";
import {
  confirmedStatus,
  readSwapOfCart,
  requireSwapAllows,
  saveConfirmation,
  swapEventData,
  swapOf,
} from "../../../after-sale/swaps/index.ts";
import {
  type LockedOrder,
  lockOrder,
  moveLinesToOrder,
  type OrderSwap,
} from "../../../orders/orders/index.ts";
import {
  type Cart,
  type CartDeps,
  type CartTaxes,
  knownTaxes,
  markCompleted,
  openCart,
  returnedPiecesOf,
  stockLinesOf,
} from "../../../selling/carts/index.ts";
import { countDiscountUses } from "../../../selling/discounts/index.ts";
import { issueGiftCards } from "../../../selling/gift-cards/index.ts";
import { expectReturns, type Holder, holderOf, reserveStock } from "../../../stock/inventory/index.ts";
import { isOutdated, refuseByCompletionRules } from "../completion-rules.ts";
import { checkoutEvents } from "../events.ts";
import {
  cardsOf,
  copyBookAddresses,
  dropStaleAdjustments,
  isPaid,
  linesFrom,
  type Paid,
  type PaidCart,
  paymentFrom,
  refuseUnready,
} from "./completion-steps.ts";

/** `isOld`: it was confirmed before. `changed`: the cart has changed since it was paid. */
export type SwapConfirmation = { kind: "confirmed"; swapId: string; isOld: boolean } | { kind: "changed" };

/**
 * Confirms a swap in one transaction. Locks in the common order: cart, order, discounts, stock.
 */
export const confirmSwap = (
  deps: CartDeps,
  cartId: string,
  { paid, prepared }: PaidCart,
): Promise<SwapConfirmation> =>
  inTransaction(deps.db, async (tx) => {
    const { cart } = await openCart(deps, tx, cartId);
    const { id: swapId, orderId } = await readSwapOfCart(tx, cartId);
    if (cart.completed_at !== null) return { kind: "confirmed", swapId, isOld: true };
    const order = await lockOrder(deps.graph, tx, orderId);
    const swap = swapOf(order, swapId);
    requireSwapAllows("confirm", swap);
    const taxes = knownTaxes(deps, cart);
    if (!taxes || !isPaid(cart, taxes, paid)) return { kind: "changed" };
    if (isOutdated(prepared, cart, taxes)) return { kind: "changed" };
    await refuseUnready(deps, { on: tx, cart, taxes, total: paid.amount });
    await confirmLocked(deps, tx, {
      order,
      swap,
      cart,
      taxes,
      paid,
      prepared,
      holder: holderOf(deps, cartId),
    });
    return { kind: "confirmed", swapId, isOld: false };
  });

interface Confirming {
  order: LockedOrder;
  swap: OrderSwap;
  cart: Cart;
  taxes: CartTaxes;
  paid: Paid;
  holder: Holder;
  /** What the shop owes is given in the same transaction. */
  isSettled?: boolean;
  prepared?: PreparedCompletion | null;
}

/** Confirms a swap whose cart and order this transaction has locked. */
export async function confirmLocked(deps: CartDeps, tx: Tx, confirming: Confirming): Promise<void> {
  const { order, swap, cart, taxes, paid } = confirming;
  refuseByCompletionRules(deps.providers.rules, "swap", confirming);
  const payment = paymentFrom(cart, paid);
  await dropStaleAdjustments(tx, cart);
  const addressId = await copyBookAddresses(tx, [cart.shipping_address]);
  await saveConfirmation(tx, {
    id: swap.id,
    orderId: order.id,
    cartId: cart.id,
    differenceDue: paid.amount,
    paymentStatus: confirming.isSettled ? "difference_refunded" : confirmedStatus(paid.amount),
    shippingAddressId: addressId(cart.shipping_address_id),
    currencyCode: cart.region.currency_code,
    payment,
  });
  await moveLinesToOrder(tx, linesFrom({ swap_id: swap.id }, cart, taxes));
  await countNewDiscounts(tx, confirming);
  await moveStock(deps, tx, confirming);
  await issueGiftCards(tx, { orderId: order.id, regionId: cart.region_id, cards: cardsOf(cart, taxes) });
  await markCompleted(tx, { cartId: cart.id, paymentId: payment?.id ?? null, session: paid.session });
  await checkoutEvents.announce(tx, "swap.payment_completed", swapEventData(swap));
  const completed = { kind: "swap" as const, order_id: order.id, cart_id: cart.id };
  await enqueueAfterCompletion(tx, deps.providers, completed);
}

/** The discounts of the order were counted when it was placed. */
async function countNewDiscounts(tx: Tx, { order, cart }: Confirming): Promise<void> {
  const counted = order.discounts.map(({ id }) => id);
  const added = cart.discounts.map(({ id }) => id).filter((id) => !counted.includes(id));
  if (added.length > 0) await countDiscountUses(tx, added);
}

async function moveStock(
  { providers }: CartDeps,
  tx: Tx,
  { swap, cart, paid, holder }: Confirming,
): Promise<void> {
  await reserveStock(tx, {
    lines: stockLinesOf(cart),
    salesChannelId: cart.sales_channel_id,
    holder,
    ignoresShortage: swap.allow_backorder,
    rules: providers.rules,
    destination: async () => cart.shipping_address,
  });
  const isReturnPending = ["requested", "requires_action"].includes(swap.return_order?.status ?? "");
  if (paid.amount > 0 && isReturnPending) await expectReturns(tx, returnedPiecesOf(cart));
}
