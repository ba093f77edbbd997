import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import type { PreparedCompletion } from "../../../../plugins/steps/prepared-completion.ts";
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
  hasPaid,
  type PaymentSession,
  saveSessionStatus,
} from "../../../selling/payment-sessions/index.ts";

/** The IP address is passed to the payment provider. */
export interface CompletionRequest {
  cartId: string;
  ip: string | null;
  /** The amount that the customer saw. Absent: whatever the cart costs. */
  expectedTotal?: number;
  /** What the steps of plugins have returned for the cart as they saw it. */
  prepared?: PreparedCompletion | null;
}

/** The idempotency key of a step. It does not depend on earlier answers, so a repeated step has the same key. */
const paymentKeyOf = (session: PaymentSession, amount: number, step: string) =>
  `${session.id}-${amount}-${step}`;

/** Sessions with this status cannot be authorized. */
const failedStatuses: readonly string[] = ["canceled", "error"];

/** Whether the session is open at its provider for exactly this amount. */
export const isReady = ({ is_initiated, amount, status }: PaymentSession, due: number): boolean =>
  is_initiated && amount === due && !failedStatuses.includes(status);

export const authorizationStep = (cart: Cart, session: PaymentSession, amount: number): PaymentStep => ({
  data: session.data,
  amount,
  currencyCode: cart.region.currency_code,
  idempotencyKey: paymentKeyOf(session, amount, "authorize"),
});

/** Opens or updates the session for this amount. It has another amount if the cart has just changed. */
export async function openSession(deps: CartDeps, cart: Cart, amount: number): Promise<PaymentSession> {
  const session = selectedSession(cart)!;
  if (isReady(session, amount)) return session;
  await preparePaymentSessions(deps, cart.id);
  return selectedSession(await readCart(deps, deps.db, cart.id)) ?? session;
}

/** Only local providers may be called while a row is locked. */
export const callAuthorize = (
  provider: PaymentProvider,
  step: PaymentStep,
  context: AuthorizationContext,
): Promise<Authorization> =>
  callProvider({ failure: "The payment could not be authorized", timeout: PAYMENT_TIMEOUT }, async () =>
    checkedAuthorization(await provider.authorize(step, context)),
  );

/** Calls the provider while no row is locked. Saves the status of a payment that is not authorized. */
export async function authorizePayment(
  deps: CartDeps,
  { cart, session, amount, ip }: { cart: Cart; session: PaymentSession; amount: number; ip: string | null },
): Promise<Authorization> {
  const provider = providerOf(deps, session.provider_id);
  const step = authorizationStep(cart, session, amount);
  const answer = await callAuthorize(provider, step, { resourceId: cart.id, ip });
  if (answer.status !== "authorized") {
    const { id, data: before } = session;
    await inSideTransaction(deps.db, (tx) => saveSessionStatus(tx, { id, before, ...answer }));
  }
  return answer;
}

interface UnusedPayment {
  cart: Cart;
  session: PaymentSession;
  amount: number;
  data: Record<string, unknown>;
}

/**
 * Cancels a payment whose order could not be placed. The customer can pay again for the changed cart. First the session is
 * canceled under the lock of the cart, so that no other request can place an order with it. Of a cart that was completed meanwhile
 * it cancels only what has not paid for it: the merchant may have settled it, or another tab with another session.
 */
export async function releasePayment(
  deps: CartDeps,
  { cart, session, amount, data }: UnusedPayment,
): Promise<void> {
  const isUnused = await inTransaction(deps.db, async (tx) => {
    const { isCompleted } = await lockCartRow(tx, cart.id);
    if (isCompleted) return !(await hasPaid(tx, session.id));
    await cancelSession(tx, session.id);
    return true;
  });
  if (!isUnused) return;
  const provider = providerOf(deps, session.provider_id);
  const step = {
    data,
    amount,
    currencyCode: cart.region.currency_code,
    idempotencyKey: paymentKeyOf(session, amount, "release"),
  };
  try {
    await callProvider({ failure: "The payment could not be canceled", timeout: PAYMENT_TIMEOUT }, () =>
      provider.cancel(step),
    );
  } catch (error) {
    // Authorized money is not captured, so the error that refused the order is more important.
    if (!(error instanceof Refusal)) throw error;
  }
}
