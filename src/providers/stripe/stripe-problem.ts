import type { Stripe } from "stripe";
import { Refusal } from "../../kernel/refusal.ts";

type StripeError = Stripe.errors.StripeError;

/** Stripe is unavailable, or the call failed. The message is for the log, not for customers. */
export class StripeProblem extends Error {
  override readonly name = "StripeProblem";
}

/** Errors of the caller's input; Stripe's message explains them. */
const refusedCodes = [
  "amount_too_large",
  "amount_too_small",
  "charge_already_refunded",
  "charge_disputed",
  "email_invalid",
  "insufficient_funds",
  "payment_intent_unexpected_state",
];
const refusedParameters = ["amount", "amount_to_capture", "currency", "receipt_email"];

/**
 * The error to throw for an error of the SDK. Never the original: it contains whole responses with client secrets, and loggers
 * print all of it.
 */
export function problemOf(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const message = withoutSecrets(error.message);
  // Stripe writes these messages for the customer.
  if (error.type === "StripeCardError") return new Refusal("payment_authorization_error", message);
  if (isRefused(error)) return new Refusal("not_allowed", message);
  const facts = [error.type, error.statusCode, error.code, error.requestId].filter(Boolean);
  return new StripeProblem(`${message} (${facts.join(", ")})`);
}

const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && typeof (error as StripeError).type === "string" && "rawType" in error;

const isRefused = ({ type, statusCode, code, param }: StripeError) =>
  type === "StripeInvalidRequestError" &&
  statusCode === 400 &&
  (refusedCodes.includes(code ?? "") || refusedParameters.includes(param ?? ""));

/** Stripe quotes parts of keys in its messages. */
const withoutSecrets = (message: string) =>
  message.replace(/\b(sk|rk|pk|whsec)_[\w*]+/g, "$1_…").replace(/_secret_\w+/g, "_secret_…");

/** For `catch`: null for one of these error codes. */
export const nullIf =
  (...codes: string[]) =>
  (error: unknown): null => {
    if (isStripeError(error) && codes.includes(error.code ?? "")) return null;
    throw error;
  };

/** For `catch`: null if Stripe repeats the failure of an earlier call with the same idempotency key. */
export const nullIfRepeated = (error: unknown): null => {
  if (isStripeError(error) && error.headers?.["idempotent-replayed"] === "true") return null;
  throw error;
};
