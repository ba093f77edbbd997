import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import { lockOrder, lockOrderRow, requireOrderAllows } from "../../orders/index.ts";
import { markCaptured } from "../../payment-rows/index.ts";
import { paymentEvents } from "../events.ts";
import {
  type CancelResult,
  type CaptureResult,
  captureOf,
  isOpen,
  type Payment,
  type PaymentsPlan,
  releaseOf,
} from "../payment-operation.ts";
import { type ExternalPayment, findOpenPayment, readPayment } from "../payment-store.ts";
import { applyCaptures, resultOf } from "./apply-results.ts";
import type { MoneyDeps } from "./deps.ts";
import { runPaymentOperations } from "./run-payment-operations.ts";
import { showWholePayment } from "./show-payment.ts";

/**
 * Captures payments once, also for concurrent requests. `plan` locks the order, checks it and returns the payments.
 * `apply` runs in the second transaction, which records the captures. Some of them may have failed.
 */
export async function capturePayments<T>(
  deps: MoneyDeps,
  plan: (tx: Tx) => Promise<PaymentsPlan>,
  apply: (tx: Tx, result: CaptureResult) => Promise<T>,
): Promise<T> {
  let known: CaptureResult = { captured: [], failed: [] };
  return runPaymentOperations(deps, {
    plan: async (tx) => ({
      ...(await plan(tx)),
      operations(_tx, payments) {
        const canceled = payments.filter(({ isCaptured, isCanceled }) => isCanceled && !isCaptured);
        known = {
          captured: idsOf(payments.filter(({ isCaptured }) => isCaptured)),
          failed: canceled.map(({ id }) => ({ paymentId: id, reason: "The payment was canceled" })),
        };
        return payments.filter(isOpen).map(captureOf);
      },
    }),
    apply(tx, { outcomes }) {
      const { captured, failed } = resultOf(outcomes);
      return apply(tx, {
        captured: [...known.captured, ...captured],
        failed: [...known.failed, ...failed],
      });
    },
  });
}

/** Cancels authorized payments in the same way. A captured payment counts as failed: it can only be refunded. */
export async function cancelPayments<T>(
  deps: MoneyDeps,
  plan: (tx: Tx) => Promise<PaymentsPlan>,
  apply: (tx: Tx, result: CancelResult) => Promise<T>,
): Promise<T> {
  let known: CancelResult = { canceled: [], failed: [] };
  return runPaymentOperations(deps, {
    plan: async (tx) => ({
      ...(await plan(tx)),
      operations(_tx, payments) {
        const captured = payments.filter(({ isCaptured, isCanceled }) => isCaptured && !isCanceled);
        known = {
          canceled: idsOf(payments.filter(({ isCanceled }) => isCanceled)),
          failed: captured.map(({ id }) => ({ paymentId: id, reason: "The payment was captured" })),
        };
        return payments.filter(isOpen).map((payment) => releaseOf(payment));
      },
    }),
    apply(tx, { outcomes }) {
      const { captured: canceled, failed } = resultOf(outcomes);
      return apply(tx, {
        canceled: [...known.canceled, ...canceled],
        failed: [...known.failed, ...failed],
      });
    },
  });
}

const idsOf = (payments: readonly Payment[]) => payments.map(({ id }) => id);

/** Captures all payments of an order. A refusal of a payment service is recorded on the order. */
export const captureOrder = (deps: MoneyDeps, orderId: string): Promise<void> =>
  capturePayments(
    deps,
    async (tx) => {
      const order = await lockOrder(deps.graph, tx, orderId);
      requireOrderAllows("capture", order);
      const paymentIds = order.payments.filter(({ canceled_at }) => canceled_at === null).map(({ id }) => id);
      return { orderId, paymentIds };
    },
    (tx, { failed }) => applyCaptures(deps, tx, { orderId, failed }),
  );

/** Captures one payment. Throws the reason if the payment service refuses. */
export async function capturePayment(deps: MoneyDeps, id: string): Promise<void> {
  let wasCaptured = false;
  const failure = await capturePayments(
    deps,
    async (tx) => {
      const { order_id: orderId, isCaptured } = await readPayment(tx, id);
      wasCaptured = isCaptured;
      if (orderId !== null) requireOrderAllows("capture", await lockOrder(deps.graph, tx, orderId));
      return { orderId, paymentIds: [id] };
    },
    async (tx, { failed }) => {
      const payment = await showWholePayment(deps, id, tx);
      const [problem] = failed;
      if (problem) {
        await paymentEvents.announce(tx, "payment.payment_capture_failed", {
          ...payment,
          error: problem.reason,
        });
      } else if (!wasCaptured) await paymentEvents.announce(tx, "payment.payment_captured", payment);
      if (payment.order_id !== null) await applyCaptures(deps, tx, { orderId: payment.order_id, failed });
      return problem;
    },
  );
  if (failure) throw notAllowed(failure.reason);
}

/** Records, once, a capture that was made at the payment service and not by this shop. */
export const recordExternalCapture = (deps: MoneyDeps, captured: ExternalPayment): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const payment = await findOpenPayment(tx, captured);
    if (!payment) return;
    if (payment.orderId !== null) await lockOrderRow(tx, payment.orderId);
    const marked = await markCaptured(tx, payment.id);
    // A payment of a payment collection may have been assigned to an order in the meantime.
    const orderId = marked?.orderId ?? null;
    if (orderId !== null) await applyCaptures(deps, tx, { orderId, failed: [] });
  });
