import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { bookedRefunds } from "../booking-store.ts";
import {
  type BookedRefund,
  moreThanPaid,
  type Payment,
  problemIn,
  type RefundPlan,
  type Step,
  splitOver,
} from "../movement.ts";
import { refundedFor } from "../movement-store.ts";
import { refundedOfOrder } from "../payment-store.ts";
import type { MoneyDeps } from "./deps.ts";
import { moveMoney } from "./move-money.ts";

/**
 * Gives money back, once for each purpose. `plan` runs in a transaction: it locks the order, checks everything and
 * says what to give back; null or nothing is fine, too. Then the payment services are asked, and `apply` runs in a
 * second transaction with the order locked again, in which the refunds are booked: do the whole change there, and
 * check again what may have changed. If a service refuses, its refusal is thrown and nothing is changed.
 *
 * `plan` may run several times, and it must name the same purpose each time.
 */
export async function withRefund<T>(
  deps: MoneyDeps,
  plan: (tx: Tx) => Promise<RefundPlan | null>,
  apply: (tx: Tx, refunds: readonly BookedRefund[]) => Promise<T>,
): Promise<T> {
  let purpose: string | null = null;
  return moveMoney(deps, {
    async plan(tx) {
      const planned = await plan(tx);
      purpose = planned && planned.amount > 0 ? planned.purpose : null;
      if (!planned || planned.amount <= 0) return null;
      const { orderId, payments: paymentIds } = planned;
      return { orderId, paymentIds, steps: (inTx, payments) => refundSteps(inTx, planned, payments) };
    },
    async apply(tx, { outcomes, booked }) {
      const problem = problemIn(outcomes);
      if (problem) throw problem;
      return apply(tx, purpose === null ? [] : await bookedRefunds(tx, purpose, booked));
    },
  });
}

/** What is still to be given for the purpose, from one payment after the other. */
async function refundSteps(tx: Tx, plan: RefundPlan, payments: readonly Payment[]): Promise<Step[]> {
  const given = await refundedFor(tx, plan.purpose);
  const amount = plan.amount - given.reduce((sum, part) => sum + part.amount, 0);
  if (amount <= 0) return [];
  if (!plan.payments && plan.orderId !== null) {
    const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
    if (amount > paid - (await refundedOfOrder(tx, plan.orderId))) throw moreThanPaid();
  }
  const used = new Set(given.map(({ paymentId }) => paymentId));
  const refund = { ...plan, id: newId("ref") };
  return splitOver(payments, amount, used).map((part) => ({
    kind: "refund",
    purpose: plan.purpose,
    refund,
    ...part,
  }));
}
