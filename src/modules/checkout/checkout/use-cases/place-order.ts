import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { SentCustomFields } from "../../../../kernel/sent-fields.ts";
import { enqueueAfterCompletion } from "../../../../plugins/steps/after-completion.ts";
import type { PreparedCompletion } from "../../../../plugins/steps/prepared-completion.ts";
import type { ShownOrder } from "../../../orders/orders/index.ts";
import {
  insertOrder,
  moveLinesToOrder,
  newOrderWithCommit,
  numberOrder,
  orderFields,
  placedOrder,
  showOrder,
} from "../../../orders/orders/index.ts";
import { paymentEvents } from "../../../orders/payments/index.ts";
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
import { refuseOtherTotal } from "../completion.ts";
import { isOutdated, refuseByCompletionRules } from "../completion-rules.ts";
import { checkoutEvents } from "../events.ts";
import { authorizationStep, type CompletionRequest, callAuthorize, isReady } from "./authorize-payment.ts";
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
import { fieldsFromCart } from "./fields-from-cart.ts";

interface Placed {
  kind: "placed";
  orderId: string;
  show: () => Promise<ShownOrder>;
}

/** The cart was already completed. */
interface Completed {
  kind: "completed";
}

/** `unpaid`: a tax service or payment provider must be called, which is not done under a lock. */
type LocalPlacement = PaidPlacement | { kind: "unpaid" };

/**
 * Places the order of a cart that costs nothing, or that a local provider pays: within the transaction, because that saves a
 * transaction that only looks at the cart.
 */
export const placeLocallyPaid = (
  deps: CartDeps,
  { cartId, ip, expectedTotal, prepared = null }: CompletionRequest,
): Promise<LocalPlacement> =>
  inTransaction<LocalPlacement>(deps.db, async (tx) => {
    const { cart } = await openCart(deps, tx, cartId);
    if (cart.completed_at !== null) return { kind: "completed" };
    const taxes = cart.type === "swap" ? null : knownTaxes(deps, cart);
    if (!taxes) return { kind: "unpaid" };
    const { total } = totalsOf(cart, taxes).whole;
    refuseOtherTotal(total, expectedTotal);
    if (isOutdated(prepared, cart, taxes)) return { kind: "changed" };
    await refuseUnready(deps, { on: tx, cart, taxes, total });
    const paid = await paidLocally(deps, cart, { total, ip });
    return paid ? placeOrder(deps, tx, { cart, taxes, paid, prepared }) : { kind: "unpaid" };
  });

/** `changed`: the cart has changed since it was paid. */
export type PaidPlacement = Placed | Completed | { kind: "changed" };

/** Places the order of a cart whose payment was authorized before. */
export const placePaid = (
  deps: CartDeps,
  cartId: string,
  { paid, prepared }: PaidCart,
): Promise<PaidPlacement> =>
  inTransaction<PaidPlacement>(deps.db, async (tx) => {
    const { cart } = await openCart(deps, tx, cartId);
    if (cart.completed_at !== null) return { kind: "completed" };
    const taxes = knownTaxes(deps, cart);
    if (!taxes || !isPaid(cart, taxes, paid)) return { kind: "changed" };
    if (isOutdated(prepared, cart, taxes)) return { kind: "changed" };
    await refuseUnready(deps, { on: tx, cart, taxes, total: paid.amount });
    return placeOrder(deps, tx, { cart, taxes, paid, prepared });
  });

/** Runs once for a cart. The transaction locks in the common order: cart, order, gift cards, discounts, stock. */
async function placeOrder(
  deps: CartDeps,
  tx: Tx,
  placement: Pick<OrderPlacement, "cart" | "taxes" | "paid" | "prepared">,
): Promise<Placed> {
  const { cart } = placement;
  const orderId = await placeLockedCart(deps, tx, {
    ...placement,
    holder: holderOf(deps, cart.id),
    custom_fields: fieldsFromCart(deps.graph.registry.fields, cart),
  });
  const show = hasCodes(cart)
    ? () => showOrder(deps, orderId, { view: placedOrder })
    : newOrderWithCommit(deps, tx, orderId);
  return { kind: "placed", orderId, show };
}

const hasCodes = ({ discounts, gift_cards }: Cart) => discounts.length + gift_cards.length > 0;

/** Null if the provider is not local, or does not authorize the payment. */
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
  const { status, data } = await callAuthorize(provider, step, { resourceId: cart.id, ip });
  if (status !== "authorized") return null;
  return { amount: total, session: { sessionId: session.id, data, authorizedData: session.data } };
}

export interface OrderPlacement {
  cart: Cart;
  taxes: CartTaxes;
  paid: Paid;
  holder: Holder;
  /** The fields of the shop that the order gets. */
  custom_fields: SentCustomFields | undefined;
  /** The merchant marked the order as paid. As in v1, stock is not reserved before the fulfillment. */
  isPaidManually?: boolean;
  prepared?: PreparedCompletion | null;
}

/** Places the order of a cart that this transaction has locked. */
export async function placeLockedCart(deps: CartDeps, tx: Tx, placement: OrderPlacement): Promise<string> {
  const { cart, taxes, paid, holder, isPaidManually = false } = placement;
  const { rules } = deps.providers;
  const orderId = newId("order");
  refuseByCompletionRules(rules, isPaidManually ? "draft_order" : "order", placement);
  const payment = paymentFrom(cart, paid);
  const draft = cart.type === "draft_order" ? await findDraftOfCart(tx, cart.id) : null;
  await dropStaleAdjustments(tx, cart);
  const addressId = await copyBookAddresses(tx, [cart.billing_address, cart.shipping_address]);
  const order = {
    ...orderFrom(orderId, cart, payment),
    isCaptured: isPaidManually,
    billingAddressId: addressId(cart.billing_address_id),
    shippingAddressId: addressId(cart.shipping_address_id),
  };
  await insertOrder(tx, { ...order, draft });
  await numberOrder(tx, rules, { orderId, cart });
  await orderFields.save(tx, orderId, placement.custom_fields);
  if (draft) await completeDraft(tx, draft.id, orderId);
  // First: a completed cart gets no new version for each change of its sections.
  await markCompleted(tx, { cartId: cart.id, paymentId: payment?.id ?? null, session: paid.session });
  await moveLinesToOrder(tx, linesFrom({ order_id: orderId }, cart, taxes));
  await consumeGiftCards(tx, { orderId, charges: chargesOf(cart, taxes) });
  const discountIds = cart.discounts.map(({ id }) => id);
  if (discountIds.length > 0) await countDiscountUses(tx, discountIds);
  await reserveStock(tx, {
    lines: isPaidManually ? [] : stockLinesOf(cart),
    salesChannelId: cart.sales_channel_id,
    holder,
    isLocated: cart.$facts.is_stock_by_location,
    rules,
    destination: async () => cart.shipping_address,
  });
  await issueGiftCards(tx, { orderId, regionId: cart.region_id, cards: cardsOf(cart, taxes) });
  const event = { id: orderId, no_notification: draft?.noNotification ?? null };
  await checkoutEvents.announce(tx, "order.placed", event);
  if (isPaidManually) await paymentEvents.announce(tx, "order.payment_captured", event);
  const kind = isPaidManually ? ("draft_order" as const) : ("order" as const);
  await enqueueAfterCompletion(tx, deps.providers, { kind, order_id: orderId, cart_id: cart.id });
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

const chargesOf = (cart: Cart, taxes: CartTaxes) =>
  giftCardUsesOf(goodsOf(cart, taxes)).map(({ gift_card_id, amount, tax_rate }) => ({
    giftCardId: gift_card_id,
    amount,
    isTaxable: Boolean(tax_rate),
    taxRate: tax_rate,
  }));
