import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { callProvider, PAYMENT_TIMEOUT } from "../../../../providers/call-provider.ts";
import type {
  Authorization,
  AuthorizationContext,
  PaymentProvider,
  PaymentStep,
} from "../../../../providers/ports/payment.ts";
import { checkedAuthorization } from "../../../../providers/provider-data.ts";
import {
  type Cart,
  type CartDeps,
  lockCartRow,
  preparePaymentSessions,
  providerOf,
  readCart,
  selectedSession,
} from "../../../selling/carts/index.ts";
import {
  cancelSession,
  type PaymentSession,
  saveSessionStatus,
} from "../../../selling/payment-sessions/index.ts";

/** Where the customer is, for providers that want to know. */
export interface Completing {
  cartId: string;
  ip: string | null;
}

/** The key of everything that is done once for a payment of this amount; known before anything is done. */
const keyOf = (session: PaymentSession, amount: number, step: string) => `${session.id}-${amount}-${step}`;

/** Sessions in these states cannot be authorized as they are. */
const broken: readonly string[] = ["canceled", "error"];

/** Whether its provider knows the session, and can be asked to authorize exactly this amount. */
export const isReady = ({ is_initiated, amount, status }: PaymentSession, due: number): boolean =>
  is_initiated && amount === due && !broken.includes(status);

export const authorizationStep = (cart: Cart, session: PaymentSession, amount: number): PaymentStep => ({
  data: session.data,
  amount,
  currencyCode: cart.region.currency_code,
  idempotencyKey: keyOf(session, amount, "authorize"),
});

/** A session that its provider knows, for exactly this amount; for another one when the cart has just changed. */
export async function openSession(deps: CartDeps, cart: Cart, amount: number): Promise<PaymentSession> {
  const session = selectedSession(cart)!;
  if (isReady(session, amount)) return session;
  await preparePaymentSessions(deps, cart.id);
  return selectedSession(await readCart(deps, deps.db, cart.id)) ?? session;
}

/** Asks the provider; only a local one may be asked while something is locked. */
export const askForAuthorization = (
  provider: PaymentProvider,
  step: PaymentStep,
  context: AuthorizationContext,
): Promise<Authorization> =>
  callProvider({ failure: "The payment could not be authorized", timeout: PAYMENT_TIMEOUT }, async () =>
    checkedAuthorization(await provider.authorize(step, context)),
  );

/** Asks the provider, while nothing is locked. What is not authorized is noted on the session. */
export async function authorizePayment(
  deps: CartDeps,
  { cart, session, amount, ip }: { cart: Cart; session: PaymentSession; amount: number; ip: string | null },
): Promise<Authorization> {
  const provider = providerOf(deps, session.provider_id);
  const step = authorizationStep(cart, session, amount);
  const answer = await askForAuthorization(provider, step, { resourceId: cart.id, ip });
  if (answer.status !== "authorized") {
    const { id, data: before } = session;
    await inSideTransaction(deps.db, (tx) => saveSessionStatus(tx, { id, before, ...answer }));
  }
  return answer;
}

interface Unused {
  cart: Cart;
  session: PaymentSession;
  amount: number;
  data: Record<string, unknown>;
}

/**
 * The order could not be made: the money is let go, and the customer may pay anew for what the cart is then. First the
 * session is given up under the cart's lock, so that no other request can place an order with it any more.
 */
export async function releasePayment(deps: CartDeps, { cart, session, amount, data }: Unused): Promise<void> {
  const isUnused = await inTransaction(deps.db, async (tx) => {
    const { isCompleted } = await lockCartRow(tx, cart.id);
    if (!isCompleted) await cancelSession(tx, session.id);
    return !isCompleted;
  });
  if (!isUnused) return;
  const provider = providerOf(deps, session.provider_id);
  const step = {
    data,
    amount,
    currencyCode: cart.region.currency_code,
    idempotencyKey: keyOf(session, amount, "release"),
  };
  try {
    await callProvider({ failure: "The payment could not be canceled", timeout: PAYMENT_TIMEOUT }, () =>
      provider.cancel(step),
    );
  } catch (error) {
    // Money that was only authorized is never taken; the customer is to hear why there is no order.
    if (!(error instanceof Refusal)) throw error;
  }
}
