import type { Tx } from "../../../../db/database.ts";
import {
  type CancelResult,
  type CaptureResult,
  capturing,
  isOpen,
  type Payment,
  type PaymentsPlan,
  releasing,
} from "../movement.ts";
import { resultOf } from "./apply-captures.ts";
import type { MoneyDeps } from "./deps.ts";
import { moveMoney } from "./move-money.ts";

/**
 * Takes the money of payments, once, whoever asks for it how often at the same time. `plan` locks the order, checks
 * and names the payments. `apply` runs in a second transaction in which the captures are booked; that of some may
 * have failed.
 */
export async function capturePayments<T>(
  deps: MoneyDeps,
  plan: (tx: Tx) => Promise<PaymentsPlan>,
  apply: (tx: Tx, result: CaptureResult) => Promise<T>,
): Promise<T> {
  let known: CaptureResult = { captured: [], failed: [] };
  return moveMoney(deps, {
    plan: async (tx) => ({
      ...(await plan(tx)),
      steps(_tx, payments) {
        const canceled = payments.filter(({ isCaptured, isCanceled }) => isCanceled && !isCaptured);
        known = {
          captured: idsOf(payments.filter(({ isCaptured }) => isCaptured)),
          failed: canceled.map(({ id }) => ({ paymentId: id, reason: "The payment was canceled" })),
        };
        return payments.filter(isOpen).map(capturing);
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

/** Lets authorized payments go, in the same way. What is captured can only be refunded: that counts as failed. */
export async function cancelPayments<T>(
  deps: MoneyDeps,
  plan: (tx: Tx) => Promise<PaymentsPlan>,
  apply: (tx: Tx, result: CancelResult) => Promise<T>,
): Promise<T> {
  let known: CancelResult = { canceled: [], failed: [] };
  return moveMoney(deps, {
    plan: async (tx) => ({
      ...(await plan(tx)),
      steps(_tx, payments) {
        const captured = payments.filter(({ isCaptured, isCanceled }) => isCaptured && !isCanceled);
        known = {
          canceled: idsOf(payments.filter(({ isCanceled }) => isCanceled)),
          failed: captured.map(({ id }) => ({ paymentId: id, reason: "The payment was captured" })),
        };
        return payments.filter(isOpen).map((payment) => releasing(payment));
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
