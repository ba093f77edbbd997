import type { Metadata } from "../../../kernel/metadata.ts";
import { notAllowed, Refusal } from "../../../kernel/refusal.ts";

/** The reasons of v1. */
export const refundReasons = ["discount", "return", "swap", "claim", "other"] as const;
export type RefundReason = (typeof refundReasons)[number];

export type OperationKind = "capture" | "refund" | "cancel";

/** A refund to make, once for its operation key. */
export interface RefundPlan {
  /** Null for a payment that belongs to no order yet. */
  orderId: string | null;
  amount: number;
  reason: RefundReason;
  note?: string | null;
  /** The reason of the refund, e.g. `return:ret_01…`. Money is refunded once for each key. */
  operationKey: string;
  /** The payments to refund, in this order. Default: all payments of the order. */
  payments?: readonly string[];
  /** Recorded as a refund of one payment, not of the order. */
  isOfPayment?: boolean;
  noNotification?: boolean | null;
  /** The caller and its Idempotency-Key. */
  request?: string | null;
}

/** The caller and its Idempotency-Key: a repeated request refunds once. */
export type RequestKey = { request: string | null };

export interface RecordedRefund {
  id: string;
  amount: number;
  reason: RefundReason;
  /** False if an earlier transaction recorded it, which also announced its events. */
  isNew: boolean;
}

/** Payments to capture or to cancel. */
export interface PaymentsPlan {
  /** Null for payments that belong to no order yet. */
  orderId: string | null;
  paymentIds: readonly string[];
}

interface FailedOperation {
  paymentId: string;
  reason: string;
}

export interface CaptureResult {
  /** All payments that are captured now, including those captured before. */
  captured: readonly string[];
  failed: readonly FailedOperation[];
}

export interface CancelResult {
  /** All payments that are canceled now, including those canceled before. */
  canceled: readonly string[];
  failed: readonly FailedOperation[];
}

/** The data of a payment that operations need. */
export interface Payment {
  id: string;
  order_id: string | null;
  amount: number;
  amount_refunded: number;
  /** Not captured: the amount for goods that were returned before the capture. */
  amount_waived: number;
  currency_code: string;
  provider_id: string;
  data: Metadata;
  isCaptured: boolean;
  isCanceled: boolean;
}

/** A call to a payment service that is not recorded yet. */
export interface NewOperation {
  kind: OperationKind;
  paymentId: string;
  amount: number;
  operationKey: string;
  refund?: Pick<RefundPlan, "reason" | "note" | "isOfPayment" | "noNotification" | "request"> & {
    id: string;
  };
}

/** A recorded call to a payment service. */
export interface PaymentOperation {
  id: string;
  kind: OperationKind;
  paymentId: string;
  orderId: string | null;
  amount: number;
  operationKey: string;
  noNotification: boolean | null;
}

/**
 * The result of an operation. `unclear`: the service did not answer, so the same call must be repeated. `isLocal`: there is no
 * service, so nothing has happened yet.
 */
export type Outcome = { operation: PaymentOperation } & (
  | { result: "done"; data: Metadata; isLocal?: boolean }
  | { result: "refused" | "unclear"; reason: string }
);

export interface OperationResults {
  outcomes: readonly Outcome[];
  /** The ids of the operations that this transaction recorded. */
  recorded: readonly string[];
}

/** Captures the amount without waived goods. Cancels the payment if everything was waived. */
export function captureOf(payment: Payment): NewOperation {
  const { id, amount, amount_waived } = payment;
  if (amount > 0 && amount_waived >= amount) return releaseOf(payment);
  return { kind: "capture", paymentId: id, amount: amount - amount_waived, operationKey: `capture:${id}` };
}

export const releaseOf = ({ id, amount }: Payment, operationKey = `release:${id}`): NewOperation => ({
  kind: "cancel",
  paymentId: id,
  amount,
  operationKey,
});

/** The key of all operations that cancel an order. */
export const cancellationKey = (orderId: string) => `cancel:${orderId}`;

/** Prefixes for refunds that an admin requests directly. Refunds of a return, swap or claim have its id as key. */
export const refundKeyPrefixes = { ofOrder: "refund:order:", ofPayment: "refund:payment:" };

/** A payment is captured once and canceled once, so all requests for that share a key. */
export const idempotencyKeyOf = ({ kind, id, paymentId }: PaymentOperation): string =>
  kind === "refund" ? id : `${paymentId}-${kind}`;

/** Authorized, and neither captured nor canceled. */
export const isOpen = ({ isCaptured, isCanceled }: Payment): boolean => !isCaptured && !isCanceled;

const refundableAmount = ({ amount, amount_refunded, isCaptured, isCanceled }: Payment): number =>
  isCaptured && !isCanceled ? amount - amount_refunded : 0;

/** The captured amount that is not refunded yet. */
export const refundableTotal = (payments: readonly Payment[]): number =>
  payments.reduce((sum, payment) => sum + refundableAmount(payment), 0);

/** Splits a refund over captured payments, in their order. Skips the payments in `used`. */
export function splitOverPayments(
  payments: readonly Payment[],
  amount: number,
  used: ReadonlySet<string> = new Set(),
): { paymentId: string; amount: number }[] {
  const parts: { paymentId: string; amount: number }[] = [];
  let missing = amount;
  for (const payment of payments) {
    const part = used.has(payment.id) ? 0 : Math.min(missing, refundableAmount(payment));
    if (part <= 0) continue;
    parts.push({ paymentId: payment.id, amount: part });
    missing -= part;
  }
  if (missing > 0) throw notAllowed("Refund amount is greater that the refundable amount");
  return parts;
}

export const moreThanPaid = () => notAllowed("Cannot refund more than the original order amount");

export const paymentBusy = () =>
  new Refusal("conflict", "The payment service is still busy with this payment. Try again in a moment.");

/** The first failed operation as an error for the admin. */
export function firstProblem(outcomes: readonly Outcome[]): Refusal | null {
  for (const outcome of outcomes) {
    if (outcome.result === "refused") return notAllowed(outcome.reason);
    if (outcome.result === "unclear") return unclearResult(outcome.reason);
  }
  return null;
}

const unclearResult = (reason: string) =>
  new Refusal(
    "conflict",
    `${reason}. It is not known whether the payment service did it: it will be asked again. Look at the payment before you repeat the request.`,
  );
