import type { Metadata } from "../../../kernel/metadata.ts";
import { notAllowed, Refusal } from "../../../kernel/refusal.ts";

/** Why money is given back; the words of v1. */
export const refundReasons = ["discount", "return", "swap", "claim", "other"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** What a payment service is asked to do with the money of a payment. */
export type MovementKind = "capture" | "refund" | "cancel";

/** Money that is to be given back, for one purpose. */
export interface RefundPlan {
  /** Null for a payment that belongs to no order yet. */
  orderId: string | null;
  amount: number;
  reason: RefundReason;
  note?: string | null;
  /** What it is for, e.g. `return:ret_01…`. The same purpose never pays twice. */
  purpose: string;
  /** The payments to take it from, in this order; all of the order when absent. */
  payments?: readonly string[];
  /** Booked as a refund of the one payment it is taken from. */
  isOfPayment?: boolean;
  noNotification?: boolean | null;
  /** Who asks under which Idempotency-Key. */
  request?: string | null;
}

/** A refund that is in the books, with the money given back. */
export interface BookedRefund {
  id: string;
  amount: number;
  reason: RefundReason;
  /** False where it was booked before, e.g. after a crash: then its events were announced, too. */
  isNew: boolean;
}

/** Payments that are to be captured, or let go. */
export interface PaymentsPlan {
  /** Null for payments that belong to no order yet. */
  orderId: string | null;
  paymentIds: readonly string[];
}

export interface FailedStep {
  paymentId: string;
  reason: string;
}

export interface CaptureResult {
  /** All that are captured now, whoever did it. */
  captured: readonly string[];
  failed: readonly FailedStep[];
}

export interface CancelResult {
  /** All that are let go now, whoever did it. */
  canceled: readonly string[];
  failed: readonly FailedStep[];
}

/** A payment as the movements of its money see it. */
export interface Payment {
  id: string;
  order_id: string | null;
  amount: number;
  amount_refunded: number;
  /** Not to be captured: it is owed for goods that were returned before they were paid. */
  amount_waived: number;
  currency_code: string;
  provider_id: string;
  data: Metadata;
  isCaptured: boolean;
  isCanceled: boolean;
}

/** One thing that one payment service is to do. */
export interface Step {
  kind: MovementKind;
  paymentId: string;
  amount: number;
  purpose: string;
  refund?: Pick<RefundPlan, "reason" | "note" | "isOfPayment" | "noNotification" | "request"> & {
    id: string;
  };
}

/** A step that is written down. */
export interface Movement {
  id: string;
  kind: MovementKind;
  paymentId: string;
  orderId: string | null;
  amount: number;
  purpose: string;
  noNotification: boolean | null;
}

/** What became of a step. `unclear`: the service did not say, so it must be asked again in the same words. */
export type Outcome = { movement: Movement } & (
  | { result: "done"; data: Metadata }
  | { result: "refused" | "unclear"; reason: string }
);

/** What was returned before it was paid is not taken; where nothing else is left, the payment is let go. */
export function capturing(payment: Payment): Step {
  const { id, amount, amount_waived } = payment;
  if (amount > 0 && amount_waived >= amount) return releasing(payment);
  return { kind: "capture", paymentId: id, amount: amount - amount_waived, purpose: `capture:${id}` };
}

export const releasing = ({ id, amount }: Payment, purpose = `release:${id}`): Step => ({
  kind: "cancel",
  paymentId: id,
  amount,
  purpose,
});

/** The purpose of everything that is done to the money of an order that is canceled. */
export const canceling = (orderId: string) => `cancel:${orderId}`;

/** Refunds for their own sake, of an order or of one payment; those of a return, a swap or a claim are named after it. */
export const ownRefunds = { ofOrder: "refund:order:", ofPayment: "refund:payment:" };

/** What a service does once for the same key. A payment is captured once, and let go once, whoever asks for it. */
export const keyOf = ({ kind, id, paymentId }: Movement): string =>
  kind === "refund" ? id : `${paymentId}-${kind}`;

/** Authorized, and neither taken nor let go. */
export const isOpen = ({ isCaptured, isCanceled }: Payment): boolean => !isCaptured && !isCanceled;

const leftOf = ({ amount, amount_refunded, isCaptured, isCanceled }: Payment): number =>
  isCaptured && !isCanceled ? amount - amount_refunded : 0;

/** The money that the shop has got and not given back. */
export const capturedIn = (payments: readonly Payment[]): number =>
  payments.reduce((sum, payment) => sum + leftOf(payment), 0);

/** Captured money, from one payment after the other; those that gave for the same purpose before give no more. */
export function splitOver(
  payments: readonly Payment[],
  amount: number,
  used: ReadonlySet<string> = new Set(),
): { paymentId: string; amount: number }[] {
  const parts: { paymentId: string; amount: number }[] = [];
  let missing = amount;
  for (const payment of payments) {
    const part = used.has(payment.id) ? 0 : Math.min(missing, leftOf(payment));
    if (part <= 0) continue;
    parts.push({ paymentId: payment.id, amount: part });
    missing -= part;
  }
  if (missing > 0) throw notAllowed("Refund amount is greater that the refundable amount");
  return parts;
}

export const moreThanPaid = () => notAllowed("Cannot refund more than the original order amount");

export const stillUnderWay = () =>
  new Refusal("conflict", "The payment service is still busy with this payment. Try again in a moment.");

/** The first thing that went wrong, as the administrator is told. */
export function problemIn(outcomes: readonly Outcome[]): Refusal | null {
  for (const outcome of outcomes) {
    if (outcome.result === "refused") return notAllowed(outcome.reason);
    if (outcome.result === "unclear") return notKnown(outcome.reason);
  }
  return null;
}

const notKnown = (reason: string) =>
  new Refusal(
    "conflict",
    `${reason}. It is not known whether the payment service did it: it will be asked again. Look at the payment before you repeat the request.`,
  );
