import type { CartResult } from "../cache/index.ts";
import type { Cart } from "../cart.ts";
import { preparedSessions, refreshedSessions, selectedSessions, withoutSession } from "../payment-session.ts";
import { changeSessions } from "./change-sessions.ts";
import type { CartDeps } from "./deps.ts";
import type { Occasion } from "./hold-goods.ts";
import { providerOf } from "./payment-provider.ts";

/** Opens a session for each way to pay in the region, and lets those that are there follow the cart. */
export const preparePaymentSessions = (
  deps: CartDeps,
  cartId: string,
  occasion: Occasion = "paying",
): Promise<CartResult> => changeSessions(deps, cartId, { plan: preparedSessions, occasion });

export const selectPaymentSession = (
  deps: CartDeps,
  cartId: string,
  providerId: string,
): Promise<CartResult> =>
  changeSessions(deps, cartId, {
    plan: (situation) => selectedSessions(usable(deps, situation, providerId), providerId),
  });

/** Hands what the storefront sends on to the provider, which is thereby the one to pay with. */
export const updatePaymentSession = (
  deps: CartDeps,
  cartId: string,
  { providerId, data }: { providerId: string; data: Record<string, unknown> },
): Promise<CartResult> =>
  changeSessions(deps, cartId, {
    plan: (situation) => selectedSessions(usable(deps, situation, providerId), providerId),
    sent: data,
  });

export const refreshPaymentSession = (
  deps: CartDeps,
  cartId: string,
  providerId: string,
): Promise<CartResult> =>
  changeSessions(deps, cartId, {
    plan: (situation) => refreshedSessions(usable(deps, situation, providerId), providerId),
  });

export const deletePaymentSession = (
  deps: CartDeps,
  cartId: string,
  providerId: string,
): Promise<CartResult> =>
  changeSessions(deps, cartId, {
    plan: ({ sessions }) => withoutSession(sessions, providerId),
    occasion: "leaving",
  });

/** A session may be older than the removal of its provider's plugin. */
function usable<Situation extends { sessions: Cart["payment_sessions"] }>(
  deps: CartDeps,
  situation: Situation,
  providerId: string,
): Situation {
  if (situation.sessions.some(({ provider_id }) => provider_id === providerId)) providerOf(deps, providerId);
  return situation;
}
