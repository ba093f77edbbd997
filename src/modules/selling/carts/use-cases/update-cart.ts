import type { Tx } from "../../../../db/database.ts";
import { announceAll, type NewEvent } from "../../../../events/define-events.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import type { PriceFacts } from "../../../catalogue/pricing/index.ts";
import { savePaymentSessions } from "../../payment-sessions/index.ts";
import { CartResult, changeCart } from "../cache/index.ts";
import { type Cart, isShipped, refuseDeletedRegion, unknownRegion } from "../cart.ts";
import type { CartAddresses } from "../cart-addresses.ts";
import { type Buyer, type CartChanges, changedRow, refuseForSwap } from "../cart-changes.ts";
import { type CartContext, type ContextRegion, readCartContext } from "../cart-context-store.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { type CartLimits, refuseOversized } from "../cart-limits.ts";
import { checkedChannel } from "../cart-region.ts";
import { clearShippedMarks, clearShipping } from "../cart-shipping-store.ts";
import { cartFields, giftCardsOfCarts, saveCart } from "../cart-store.ts";
import { cartEvents } from "../events.ts";
import { priceFactsOfCart } from "../offer.ts";
import { type ProviderCall, preparedSessions } from "../payment-session.ts";
import { applyCodes, dropDiscounts } from "./apply-codes.ts";
import { callPaymentProviders } from "./call-payment-providers.ts";
import { releaseGoods, syncPaymentSessions } from "./payment-sessions.ts";
import { repriceLines } from "./priced-lines.ts";
import { buyerOf, resolveAddresses } from "./resolve-buyer.ts";

interface CartChangeOutcome {
  isRegionNew: boolean;
  calls: ProviderCall[];
  /** Announced together with `cart.updated`. */
  events: NewEvent[];
}

/**
 * Changes a cart in one transaction, in this order: customer, region, addresses, sales channel, prices of the lines,
 * discounts, gift cards.
 */
export const updateCart = (deps: CartDeps, cartId: string, changes: CartChanges): Promise<CartResult> =>
  updateCartAnd(deps, { cartId, changes, isAdmin: false, also: async () => {} });

interface CartUpdate {
  cartId: string;
  changes: CartChanges;
  isAdmin: boolean;
}

/** Changes a cart and, with `also`, the rows of the caller in the same transaction. */
export async function updateCartAnd(
  deps: CartDeps,
  { also, ...update }: CartUpdate & { also: (tx: Tx) => Promise<void> },
): Promise<CartResult> {
  const { cartId, changes, isAdmin } = update;
  const { outcome, result } = await changeCart(deps, cartId, async ({ tx, cart }) => {
    const changed = await changeLockedCart(deps, tx, { cart, changes, isAdmin });
    await announceAll(tx, [...changed.events, cartEvents.of("cart.updated", { id: cartId })]);
    await also(tx);
    return { cart, ...changed };
  });
  const { cart, isRegionNew, calls } = outcome;
  if (cart.payment_sessions.length === 0) return result;
  await callPaymentProviders(deps, { cart, total: 0, calls });
  return isRegionNew ? new CartResult(cartId) : syncPaymentSessions(deps, cartId);
}

interface LockedCartChange {
  cart: Cart;
  changes: CartChanges;
  isAdmin?: boolean;
}

/** Changes an open cart that the transaction has locked. */
export async function changeLockedCart(
  deps: CartDeps,
  tx: Tx,
  { cart, changes, isAdmin = false }: LockedCartChange,
): Promise<CartChangeOutcome> {
  if (cart.type === "swap") refuseForSwap(cart, changes);
  const context = await contextOf(tx, cart, changes);
  const region = newRegionOf(cart, changes, context);
  const { buyer, events } = await buyerOf(tx, cart, { changes, context });
  const customerId = buyer?.id ?? cart.customer_id;
  const addresses = await resolveAddresses({ tx, cart, changes, newRegion: region, customerId, isAdmin });
  const salesChannelId = channelOf(cart, changes, context);
  const next = changedRow(cart, {
    buyer,
    regionId: region?.id ?? cart.region_id,
    salesChannelId,
    addresses,
    context: changes.context,
  });
  refuseOversizedChanges(cart, { next, addresses }, deps.config);
  await saveCart(tx, next);
  await cartFields.save(tx, cart.id, changes.custom_fields);
  const calls = region ? await leaveRegion(tx, cart) : [];
  if (region || salesChannelId !== cart.sales_channel_id) await releaseGoods(deps, tx, cart.id);
  const { isAnyChanged, isAnyRemoved } = await repriceLines(deps, {
    tx,
    lines: needsPrices(cart, { changes, buyer, salesChannelId }) ? cart.items : [],
    facts: factsOf(cart, { region, context, buyer, rules: deps.providers.rules }),
    salesChannelId,
    selectsPrices: changes.region_id !== undefined || buyer !== null,
    isRegionNew: region !== null,
    requiresPrice: changes.region_id !== undefined,
    isChannelNew: salesChannelId !== cart.sales_channel_id,
  });
  // Shipping methods were chosen for the lines that are gone.
  if (isAnyRemoved && !region) await clearShipping(tx, cart.id);
  else if (namesRegionOrCustomer(changes) && cart.items.some(isShipped)) await clearShippedMarks(tx, cart.id);
  if (region || buyer) await dropDiscounts(tx, next, cart.discounts);
  await applyCodes(tx, {
    deps,
    cart,
    next,
    changes,
    hasNewLines: isAnyChanged || region !== null || buyer !== null,
  });
  return { isRegionNew: region !== null, calls, events };
}

/** Checks the size of the new context and addresses. */
function refuseOversizedChanges(
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

/** Null if the change needs none of it. */
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

/** As in v1, naming the region or customer counts, even if it stays the same. */
const namesRegionOrCustomer = ({ region_id, customer_id }: CartChanges): boolean =>
  region_id !== undefined || customer_id !== undefined;

/** Guests are in no group. Prices stay the same when a guest replaces a customer without groups. */
const hasGroups = ({ $facts }: Cart): boolean => $facts.customer_group_ids.length > 0;

/** Prices of customer groups apply to their members only; guests are in no group. */
function factsOf(
  cart: Cart,
  {
    region,
    context,
    buyer,
    rules,
  }: {
    region: ContextRegion | null;
    context: CartContext | null;
    buyer: Buyer | null;
    rules: Rules;
  },
): PriceFacts {
  const facts = priceFactsOfCart(cart, rules);
  return {
    rules,
    region: region ?? facts.region,
    currency: region
      ? { code: region.currency_code, includes_tax: region.currency_includes_tax }
      : facts.currency,
    customer_group_ids: buyer
      ? ((context?.customer?.id === buyer.id ? context.customer.group_ids : null) ?? [])
      : facts.customer_group_ids,
    customer_id: buyer ? accountOf(context, buyer) : (facts.customer_id ?? null),
    sales_channel_id: facts.sales_channel_id ?? null,
  };
}

const accountOf = (context: CartContext | null, { id }: Buyer) =>
  context?.customer?.id === id && context.customer.has_account ? id : null;

/** Shipping methods, gift cards and payment sessions belong to the old region. */
async function leaveRegion(tx: Tx, cart: Cart): Promise<ProviderCall[]> {
  await clearShipping(tx, cart.id);
  if (cart.gift_cards.length > 0) await giftCardsOfCarts.replace(tx, cart.id, []);
  if (cart.payment_sessions.length === 0) return [];
  const { sessions, calls } = preparedSessions({
    sessions: cart.payment_sessions,
    providerIds: [],
    total: 0,
    newId: () => "",
  });
  await savePaymentSessions(tx, cart.id, { before: cart.payment_sessions, after: sessions });
  return calls;
}
