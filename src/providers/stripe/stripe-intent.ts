import type { Stripe } from "stripe";
import type { ProviderData } from "../ports/common.ts";
import type { PaymentRequest, PaymentStatus } from "../ports/payment.ts";
import { stripeAmount } from "./stripe-amount.ts";

export type Intent = Stripe.PaymentIntent;

/** The expected payment. */
export type Due = Pick<PaymentRequest, "resourceId" | "amount" | "currencyCode">;

export const intentIdOf = ({ id }: ProviderData): string | null =>
  typeof id === "string" && /^pi_\w+$/.test(id) ? id : null;

/**
 * The stored data of a session, which the storefront sees: the intent, and the data that the storefront sent. Amounts are in
 * Stripe's unit, as Stripe's scripts for browsers expect them.
 */
export const dataOf = (intent: Intent, sessionData: ProviderData = {}): ProviderData => ({
  ...sessionData,
  id: intent.id,
  client_secret: intent.client_secret,
  amount: intent.amount,
  amount_received: intent.amount_received,
  currency: intent.currency,
  status: intent.status,
  last_payment_error: lastErrorOf(intent),
});

/** Only the part for the customer: the bank's reason may be that the card was stolen. */
function lastErrorOf({ last_payment_error: error }: Intent): ProviderData | null {
  return error ? { code: error.code ?? null, message: error.message ?? null } : null;
}

/**
 * As the Stripe plugin of v1 has it, a declined payment method is not an error of the session: the intent needs
 * another one, and the reason is in `last_payment_error`.
 */
export function statusOf({ status }: Pick<Intent, "status">): PaymentStatus {
  if (status === "requires_capture" || status === "succeeded") return "authorized";
  if (status === "processing") return "pending";
  return status === "canceled" ? "canceled" : "requires_more";
}

/** The cart or payment collection that is paid. Early versions of v1's plugin called it `cart_id`. */
export const resourceIdOf = ({ metadata }: Intent): string | undefined =>
  metadata?.resource_id || metadata?.cart_id || undefined;

export const isOf = (intent: Intent, { resourceId }: Pick<Due, "resourceId">): boolean =>
  resourceIdOf(intent) === resourceId;

/** In these states no money is reserved, and Stripe allows changes of the amount. */
export const isOpen = ({ status }: Intent): boolean =>
  ["requires_payment_method", "requires_confirmation", "requires_action"].includes(status);

/** Why the payment does not match the expected one; null if it does, or will after the customer confirms it. */
export function objectionTo(intent: Intent, due: Due): string | null {
  if (!isOf(intent, due)) return "The payment belongs to something else.";
  if (intent.currency !== due.currencyCode.toLowerCase()) return "The payment is in another currency.";
  if (intent.status === "canceled") return "The payment was canceled.";
  const amount = stripeAmount(due.amount, due.currencyCode);
  if (intent.amount !== amount || moneyOf(intent) !== amount) return "The payment is for another amount.";
  return refundedOf(intent) > 0 ? "The payment was refunded." : null;
}

/** The reserved or captured amount; before that, the planned one. */
function moneyOf({ status, amount, amount_capturable, amount_received }: Intent): number {
  if (status === "requires_capture") return amount_capturable;
  return status === "succeeded" ? amount_received : amount;
}

/** A refunded intent keeps the status `succeeded`; only its charge has the refund. */
const refundedOf = ({ latest_charge: charge }: Intent): number =>
  charge !== null && typeof charge === "object" ? charge.amount_refunded : 0;
