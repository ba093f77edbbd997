import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { holdStock, releaseHolds } from "../../../stock/inventory/index.ts";
import { savePaymentSessions } from "../../payment-sessions/index.ts";
import { CartResult } from "../cache/index.ts";
import { type Cart, refuseCompleted, stockLinesOf } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { refuseOversized } from "../cart-limits.ts";
import { totalsOf } from "../cart-totals.ts";
import {
  preparedSessions,
  refreshedSessions,
  type SessionPlan,
  type SessionPlanInput,
  selectedSessions,
  withoutSession,
} from "../payment-session.ts";
import { refuseByCartRules } from "../rule-cart.ts";
import {
  callPaymentProviders,
  installedProviders,
  providerOf,
  withLocalSessionsOpened,
} from "./call-payment-providers.ts";
import { withTaxedCart } from "./find-taxes.ts";

/** Opens a session for each payment provider of the region, and updates existing ones to the total of the cart. */
export const preparePaymentSessions = (
  deps: CartDeps,
  cartId: string,
  reason: SessionChangeReason = "payment",
): Promise<CartResult> => changeSessions(deps, cartId, { plan: preparedSessions, reason });

/**
 * Updates open payments after a change of the cart. The change stays, even if a provider cannot be reached now: nothing is
 * authorized while the amounts differ.
 */
export async function syncPaymentSessions(deps: CartDeps, cartId: string): Promise<CartResult> {
  try {
    return await preparePaymentSessions(deps, cartId, "cart change");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new CartResult(cartId);
  }
}

export const selectPaymentSession = (
  deps: CartDeps,
  cartId: string,
  providerId: string,
): Promise<CartResult> =>
  changeSessions(deps, cartId, {
    plan: (input) => selectedSessions(withInstalledProvider(deps, input, providerId), providerId),
  });

/** Sends the data of the storefront to the provider, and selects its session. */
export const updatePaymentSession = (
  deps: CartDeps,
  cartId: string,
  { providerId, data }: { providerId: string; data: Record<string, unknown> },
): Promise<CartResult> =>
  changeSessions(deps, cartId, {
    plan: (input) => selectedSessions(withInstalledProvider(deps, input, providerId), providerId),
    sent: data,
  });

export const refreshPaymentSession = (
  deps: CartDeps,
  cartId: string,
  providerId: string,
): Promise<CartResult> =>
  changeSessions(deps, cartId, {
    plan: (input) => refreshedSessions(withInstalledProvider(deps, input, providerId), providerId),
  });

export const deletePaymentSession = (
  deps: CartDeps,
  cartId: string,
  providerId: string,
): Promise<CartResult> =>
  changeSessions(deps, cartId, {
    plan: ({ sessions }) => withoutSession(sessions, providerId),
    reason: "removal",
  });

/** Refuses a session whose provider is no longer installed. */
function withInstalledProvider(
  deps: CartDeps,
  input: SessionPlanInput,
  providerId: string,
): SessionPlanInput {
  if (input.sessions.some(({ provider_id }) => provider_id === providerId)) providerOf(deps, providerId);
  return input;
}

interface SessionChange {
  plan: (input: SessionPlanInput) => SessionPlan;
  sent?: Record<string, unknown>;
  reason?: SessionChangeReason;
}

const ATTEMPTS = 3;

/**
 * Plans and saves the payment sessions of a cart under its lock, then calls the providers. If another request changed a
 * session at the same time, all of it is repeated with the new state.
 */
async function changeSessions(deps: CartDeps, cartId: string, change: SessionChange): Promise<CartResult> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { pending, ...planned } = await planChange(deps, cartId, change);
    const result = await pending();
    if (planned.calls.length === 0) return result;
    if (await callPaymentProviders(deps, { ...planned, sent: change.sent })) return new CartResult(cartId);
  }
  throw new Refusal("conflict", "The payment was changed again and again at the same time");
}

const planChange = (deps: CartDeps, cartId: string, { plan, sent, reason = "payment" }: SessionChange) =>
  withTaxedCart(deps, cartId, async (locked, taxes) => {
    const { tx, cart } = locked;
    refuseCompleted(cart);
    refuseOversized(cart, { field: "data", after: sent }, deps.config);
    if (reason === "payment") refuseByCartRules(deps.providers.rules, cart, taxes);
    const { total } = totalsOf(cart, taxes).whole;
    if (total > MAX_AMOUNT) throw invalid("The cart costs more than can be paid");
    const planned = plan({
      sessions: cart.payment_sessions,
      providerIds: installedProviders(deps, cart.region.payment_providers).map(({ id }) => id),
      total,
      newId: () => newId("ps"),
    });
    const { sessions, calls } = sent
      ? planned
      : await withLocalSessionsOpened(deps, { cart, total, ...planned });
    await savePaymentSessions(tx, cartId, { before: cart.payment_sessions, after: sessions });
    await holdGoods(deps, tx, { cart, sessions, total, reason });
    return { cart, total, calls, pending: locked.result() };
  });

/** The customer prepares a payment or removes it, or an open payment is updated to the cart. */
type SessionChangeReason = "payment" | "removal" | "cart change";

interface HoldRequest {
  cart: Cart;
  /** The sessions after the change. */
  sessions: Cart["payment_sessions"];
  total: number;
  reason: SessionChangeReason;
}

/**
 * In shops that hold stock, a cart holds its goods while it has payment sessions. A free cart has no sessions and holds its
 * goods from the first request for sessions. Missing stock refuses only the preparation of a payment.
 */
async function holdGoods({ config }: CartDeps, tx: Tx, request: HoldRequest): Promise<void> {
  if (config.stockHoldMinutes === 0) return;
  const { cart, sessions, total, reason } = request;
  const isFree = total <= 0 && reason !== "removal";
  if (sessions.length === 0 && !isFree) return releaseHolds(tx, cart.id);
  await holdStock(tx, {
    cartId: cart.id,
    lines: stockLinesOf(cart),
    salesChannelId: cart.sales_channel_id,
    minutes: config.stockHoldMinutes,
    // Swaps may allow backorders. Their completion checks that.
    isOptional: reason !== "payment" || cart.$facts.is_swap,
  });
}

export async function releaseGoods({ config }: CartDeps, tx: Tx, cartId: string): Promise<void> {
  if (config.stockHoldMinutes > 0) await releaseHolds(tx, cartId);
}
