import type { Stripe } from "stripe";
import { Refusal } from "../../kernel/refusal.ts";

type StripeError = Stripe.errors.StripeError;

/** Stripe cannot be reached, or did not do what it was asked for. The message is for the log, not for customers. */
export class StripeProblem extends Error {
  override readonly name = "StripeProblem";
}

/** What the caller asked for cannot be; Stripe's own sentence says why, and it is about nothing else. */
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
 * What to throw for an error of the SDK. Never the error itself: it carries whole answers, with client secrets, and
 * log writers print all of it.
 */
export function problemOf(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const message = withoutSecrets(error.message);
  // Stripe writes these for the person who pays.
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

/** Stripe quotes keys in its messages, though not completely. */
const withoutSecrets = (message: string) =>
  message.replace(/\b(sk|rk|pk|whsec)_[\w*]+/g, "$1_…").replace(/_secret_\w+/g, "_secret_…");

/** For `catch`: null where Stripe answers with one of these codes. */
export const nullIf =
  (...codes: string[]) =>
  (error: unknown): null => {
    if (isStripeError(error) && codes.includes(error.code ?? "")) return null;
    throw error;
  };

/** For `catch`: null where Stripe only repeats how an earlier call with the same idempotency key failed. */
export const nullIfRepeated = (error: unknown): null => {
  if (isStripeError(error) && error.headers?.["idempotent-replayed"] === "true") return null;
  throw error;
};
