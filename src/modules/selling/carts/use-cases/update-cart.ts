import type { Tx } from "../../../../db/database.ts";
import { announceAll, type NewEvent } from "../../../../events/announce.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import type { PriceFacts } from "../../../catalogue/pricing/index.ts";
import { savePaymentSessions } from "../../payment-sessions/index.ts";
import { CartResult, changeCart } from "../cache/index.ts";
import { type Cart, isShipped, refuseDeletedRegion, unknownRegion } from "../cart.ts";
import type { CartAddresses } from "../cart-addresses.ts";
import { type Buyer, type CartChanges, changedRow, refuseForSwap } from "../cart-changes.ts";
import { type CartContext, type ContextRegion, readCartContext } from "../cart-context-store.ts";
import { type CartLimits, refuseOversized } from "../cart-limits.ts";
import { giftCardsOfCarts } from "../cart-links-store.ts";
import { checkedChannel } from "../cart-place.ts";
import { clearShipping, unshipLines } from "../cart-shipping-store.ts";
import { saveCart } from "../cart-store.ts";
import { priceFactsOf } from "../offer.ts";
import { type Errand, preparedSessions } from "../payment-session.ts";
import { applyDiscounts, dropDiscounts } from "./apply-discounts.ts";
import { applyGiftCards } from "./apply-gift-cards.ts";
import type { CartDeps } from "./deps.ts";
import { buyerOf } from "./find-buyer.ts";
import { releaseGoods } from "./hold-goods.ts";
import { placeAddresses } from "./place-addresses.ts";
import { hasAdjustments, rebuildAdjustments } from "./rebuild-adjustments.ts";
import { repriceLines } from "./reprice-lines.ts";
import { runErrands } from "./run-errands.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";

interface Outcome {
  isRegionNew: boolean;
  errands: Errand[];
  /** To be announced beside the change of the cart. */
  events: NewEvent[];
}

/**
 * Changes a cart, in this order: customer, region, addresses, sales channel, prices of the lines, discounts, gift
 * cards. Everything holds or nothing.
 */
export const updateCart = (deps: CartDeps, cartId: string, changes: CartChanges): Promise<CartResult> =>
  updateCartAnd(deps, { cartId, changes, isAdmin: false, also: async () => {} });

interface CartUpdate {
  cartId: string;
  changes: CartChanges;
  isAdmin: boolean;
}

/** The same, with what else changes with the cart. */
export async function updateCartAnd(
  deps: CartDeps,
  { also, ...update }: CartUpdate & { also: (tx: Tx) => Promise<void> },
): Promise<CartResult> {
  const { cartId, changes, isAdmin } = update;
  const { outcome, result } = await changeCart(deps, cartId, async ({ tx, cart }) => {
    const changed = await changeLockedCart(deps, tx, { cart, changes, isAdmin });
    await announceAll(tx, [...changed.events, { name: "cart.updated", data: { id: cartId } }]);
    await also(tx);
    return { cart, ...changed };
  });
  const { cart, isRegionNew, errands } = outcome;
  if (cart.payment_sessions.length === 0) return result;
  await runErrands(deps, { cart, total: 0, errands });
  return isRegionNew ? new CartResult(cartId) : syncPaymentSessions(deps, cartId);
}

interface Changing {
  cart: Cart;
  changes: CartChanges;
  isAdmin?: boolean;
}

/** The same for an open cart that this transaction has locked, as a part of a larger change. */
export async function changeLockedCart(
  deps: CartDeps,
  tx: Tx,
  { cart, changes, isAdmin = false }: Changing,
): Promise<Outcome> {
  const { graph } = deps;
  if (cart.type === "swap") refuseForSwap(cart, changes);
  const context = await contextOf(tx, cart, changes);
  const region = newRegionOf(cart, changes, context);
  const { buyer, events } = await buyerOf(tx, cart, { changes, context });
  const customerId = buyer?.id ?? cart.customer_id;
  const addresses = await placeAddresses({ tx, cart, changes, newRegion: region, customerId, isAdmin });
  const salesChannelId = channelOf(cart, changes, context);
  const next = changedRow(cart, {
    buyer,
    regionId: region?.id ?? cart.region_id,
    salesChannelId,
    addresses,
    context: changes.context,
  });
  refuseLargerNotes(cart, { next, addresses }, deps.config);
  await saveCart(tx, next);
  const errands = region ? await leaveRegion(tx, cart) : [];
  if (region || salesChannelId !== cart.sales_channel_id) await releaseGoods(deps, tx, cart.id);
  const { isAnyNew, isAnyGone } = await repriceLines(deps, {
    tx,
    lines: needsPrices(cart, { changes, buyer, salesChannelId }) ? cart.items : [],
    facts: factsOf(cart, { region, context, buyer }),
    salesChannelId,
    isPriceAsked: changes.region_id !== undefined || buyer !== null,
    isPriceNeeded: changes.region_id !== undefined,
    isChannelNew: salesChannelId !== cart.sales_channel_id,
  });
  // Ways to ship were chosen for certain goods.
  if (isAnyGone && !region) await clearShipping(tx, cart.id);
  else if (isLookedAtAnew(changes) && cart.items.some(isShipped)) await unshipLines(tx, cart.id);
  if (region || buyer) await dropDiscounts(tx, next, cart.discounts);
  await settleCodes(tx, {
    graph,
    cart,
    next,
    changes,
    hasNewLines: isAnyNew || region !== null || buyer !== null,
  });
  return { isRegionNew: region !== null, errands, events };
}

/** Context and addresses that were sent, as they will be. */
function refuseLargerNotes(
  cart: Cart,
  { next, addresses }: { next: Pick<Cart, "context">; addresses: CartAddresses },
  limits: CartLimits,
): void {
  if (next.context !== cart.context) {
    refuseOversized(cart, { field: "context", before: cart.context, after: next.context }, limits);
  }
  for (const field of ["shipping_address", "billing_address"] as const) {
    const [before, after] = [cart[field], addresses[field]];
    if (after !== before) refuseOversized(cart, { field, before, after }, limits);
  }
}

/** Read only where something of it is needed. */
async function contextOf(tx: Tx, cart: Cart, changes: CartChanges): Promise<CartContext | null> {
  const isRegionNew = changes.region_id !== undefined && changes.region_id !== cart.region_id;
  const isCustomerNew = changes.customer_id !== undefined && changes.customer_id !== cart.customer_id;
  const isChannelNew = changes.sales_channel_id !== undefined;
  if (!isRegionNew && !isCustomerNew && !isChannelNew) return null;
  return readCartContext(tx, {
    regionId: changes.region_id ?? cart.region_id,
    salesChannelId: changes.sales_channel_id ?? cart.sales_channel_id,
    customerId: changes.customer_id ?? cart.customer_id,
  });
}

function newRegionOf(
  cart: Cart,
  { region_id }: CartChanges,
  context: CartContext | null,
): ContextRegion | null {
  if (region_id === undefined || region_id === cart.region_id) {
    refuseDeletedRegion(cart);
    return null;
  }
  if (cart.payment_authorized_at !== null) {
    throw notAllowed("Cannot change the region of a cart whose payment is authorized");
  }
  if (!context?.region) throw unknownRegion(region_id);
  return context.region;
}

function channelOf(
  cart: Cart,
  { sales_channel_id }: CartChanges,
  context: CartContext | null,
): string | null {
  if (sales_channel_id === undefined) return cart.sales_channel_id;
  return checkedChannel(context?.channel ?? null, sales_channel_id);
}

const needsPrices = (
  cart: Cart,
  next: { changes: CartChanges; buyer: Buyer | null; salesChannelId: string | null },
): boolean =>
  next.changes.region_id !== undefined ||
  (next.buyer !== null && (next.changes.customer_id !== undefined || hasGroups(cart))) ||
  next.salesChannelId !== cart.sales_channel_id;

/** As in v1: whose cart it is, or where, was said again, be it the same. */
const isLookedAtAnew = ({ region_id, customer_id }: CartChanges): boolean =>
  region_id !== undefined || customer_id !== undefined;

/** Guests are in no group: one who takes the place of somebody without groups gets the same prices. */
const hasGroups = ({ $facts }: Cart): boolean => $facts.customer_group_ids.length > 0;

/** Prices for groups hold for customers who are in them; guests are in none. */
function factsOf(
  cart: Cart,
  {
    region,
    context,
    buyer,
  }: { region: ContextRegion | null; context: CartContext | null; buyer: Buyer | null },
): PriceFacts {
  const facts = priceFactsOf(cart);
  return {
    region: region ?? facts.region,
    currency: region
      ? { code: region.currency_code, includes_tax: region.currency_includes_tax }
      : facts.currency,
    customer_group_ids: buyer
      ? ((context?.customer?.id === buyer.id ? context.customer.group_ids : null) ?? [])
      : facts.customer_group_ids,
  };
}

/** What was chosen for the old region means nothing in the new one. */
async function leaveRegion(tx: Tx, cart: Cart): Promise<Errand[]> {
  await clearShipping(tx, cart.id);
  if (cart.gift_cards.length > 0) await giftCardsOfCarts.replace(tx, cart.id, []);
  if (cart.payment_sessions.length === 0) return [];
  const { sessions, errands } = preparedSessions({
    sessions: cart.payment_sessions,
    providerIds: [],
    total: 0,
    newId: () => "",
  });
  await savePaymentSessions(tx, cart.id, { before: cart.payment_sessions, after: sessions });
  return errands;
}

interface Settling {
  graph: CartDeps["graph"];
  cart: Cart;
  next: Pick<Cart, "id" | "region_id" | "customer_id">;
  changes: CartChanges;
  hasNewLines: boolean;
}

async function settleCodes(tx: Tx, { graph, cart, next, changes, hasNewLines }: Settling): Promise<void> {
  const codes = changes.discounts?.map(({ code }) => code);
  const applied = codes && (await applyDiscounts(tx, next, codes));
  // As in v1, adjustments stay where free shipping took the place of their discount; they no longer count.
  const isRebuilt = applied ? applied.areGoodsDiscounted || codes.length === 0 : hasNewLines;
  if (isRebuilt && (applied?.areGoodsDiscounted || hasAdjustments(cart))) {
    await rebuildAdjustments(graph, tx, cart.id);
  }
  if (changes.gift_cards !== undefined) {
    const cards = changes.gift_cards ?? [];
    await applyGiftCards(
      tx,
      next,
      cards.map(({ code }) => code),
    );
  }
}
