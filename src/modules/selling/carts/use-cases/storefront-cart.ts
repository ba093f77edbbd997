import type { RequestedSelection } from "../../../../graph/selection.ts";
import type { Caller } from "../../../../http/caller.ts";
import type { GuessLimits } from "../../../../http/guess-limits.ts";
import { notAllowed, Refusal } from "../../../../kernel/refusal.ts";
import { salesChannelsOfKey } from "../../../shop/publishable-keys/index.ts";
import { giftCardGuess } from "../../gift-cards/index.ts";
import { type CartResult, changeCart } from "../cache/index.ts";
import { isShipped } from "../cart.ts";
import type { CartChanges } from "../cart-changes.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { refuseChannelOutside } from "../cart-region.ts";
import { expandOf, ownCart, storeCart } from "../cart-schemas.ts";
import { clearShippedMarks } from "../cart-shipping-store.ts";
import type { CartAnswer } from "../cart-view.ts";
import { cartEvents } from "../events.ts";
import { UnknownCode } from "./apply-codes.ts";
import { createCart, type NewCartInput } from "./create-cart.ts";
import { type ShownCart, showCart } from "./show-cart.ts";
import { updateCart } from "./update-cart.ts";

/** The sender of a storefront request. */
export interface Visitor {
  caller: Caller;
  ip: string;
  userAgent: string | null;
  /** The value of the header `x-publishable-api-key`. */
  publishableKey: string | string[] | undefined;
}

/** Creates a cart for the visitor. Its context has the IP address and the browser, unless the storefront sends others. */
export async function createStorefrontCart(
  deps: CartDeps,
  { context, ...sent }: Omit<NewCartInput, "customerId" | "channelsOfKey">,
  { caller, ip, userAgent, publishableKey }: Visitor,
): Promise<CartResult> {
  const known = {
    context: { ip, user_agent: userAgent, ...context },
    customerId: caller.customerId,
    channelsOfKey: await salesChannelsOfKey(deps, publishableKey),
  };
  return createCart(deps, Object.assign({}, sent, known));
}

/** Shows a cart. A logged-in customer who reads it gets the cart. */
export async function showStorefrontCart(
  deps: CartDeps,
  id: string,
  { caller, fields, expand }: RequestedSelection & { caller: Caller },
): Promise<CartAnswer> {
  const view = caller.userId || caller.customerId ? ownCart : storeCart;
  const options = { view, viewer: caller, fields, expand: expandOf(expand) };
  const shown = await showCart(deps, id, options);
  const { customerId } = caller;
  const mayHaveChanged = await assignCartToCustomer(deps, id, { shown, customerId });
  return mayHaveChanged ? (await showCart(deps, id, options)).cart : shown.cart;
}

/**
 * Assigns a cart to the logged-in customer who reads it. As in v1, its lines are then no longer marked as shipped. Returns
 * whether the cart may have changed.
 */
async function assignCartToCustomer(
  deps: CartDeps,
  cartId: string,
  { shown, customerId }: { shown: ShownCart; customerId: string | null },
): Promise<boolean> {
  const isOwnCart = shown.customerId === customerId;
  if (customerId === null || shown.isCompleted || (isOwnCart && !shown.isShipped)) return false;
  try {
    if (isOwnCart) await clearShippedMarksOfCart(deps, cartId);
    else await updateCart(deps, cartId, { customer_id: customerId });
  } catch (error) {
    // Another request completed the cart. It can still be shown.
    if (!(error instanceof Refusal) || error.code !== "cart_incompatible_state") throw error;
  }
  return true;
}

/** The chosen shipping methods stay. */
async function clearShippedMarksOfCart(deps: CartDeps, cartId: string): Promise<void> {
  await changeCart(deps, cartId, async ({ tx, cart }) => {
    if (!cart.items.some(isShipped)) return;
    await clearShippedMarks(tx, cartId);
    await cartEvents.announce(tx, "cart.updated", { id: cartId });
  });
}

interface StorefrontUpdate {
  sent: CartChanges;
  visitor: Visitor;
}

export async function updateStorefrontCart(
  deps: CartDeps & { limits: GuessLimits },
  id: string,
  { sent, visitor }: StorefrontUpdate,
): Promise<CartResult> {
  const { sales_channel_id, customer_id } = sent;
  if (sales_channel_id !== undefined) {
    refuseChannelOutside(sales_channel_id, await salesChannelsOfKey(deps, visitor.publishableKey));
  }
  const changes = Object.assign({}, sent, { customer_id: customerFor(visitor.caller, customer_id) });
  return countingUnknownCodes(deps.limits, { changes, ip: visitor.ip }, () => updateCart(deps, id, changes));
}

/** A logged-in customer gets the cart. Only administrators may name another customer. */
function customerFor({ customerId, userId }: Caller, sent: string | undefined): string | undefined {
  if (customerId !== null) return customerId;
  if (sent !== undefined && userId === null) {
    throw notAllowed(
      "customer_id: only a logged-in customer or an administrator can give a cart to a customer",
    );
  }
  return sent;
}

/** Codes are worth money: callers who try unknown codes are slowed down. */
async function countingUnknownCodes(
  limits: GuessLimits,
  { changes, ip }: { changes: CartChanges; ip: string },
  update: () => Promise<CartResult>,
): Promise<CartResult> {
  const guesses = [
    ...(changes.gift_cards?.length ? [giftCardGuess(ip)] : []),
    ...(changes.discounts?.length ? [{ what: "discount", address: ip }] : []),
  ];
  const attempt = () =>
    update().catch((error: unknown) => {
      if (error instanceof UnknownCode) return error;
      throw error;
    });
  const result = await guesses.reduce<() => Promise<CartResult | UnknownCode>>(
    (next, guess) => () => limits.guarded(guess, next, (each) => !(each instanceof UnknownCode)),
    attempt,
  )();
  if (result instanceof UnknownCode) throw result;
  return result;
}
