import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import { allowOrder, lockOrder } from "../../orders/index.ts";
import { ownRefunds, type Payment } from "../movement.ts";
import { knownRefund, refundedFor } from "../movement-store.ts";
import { readPayment } from "../payment-store.ts";
import { applyPaymentRefunds } from "./apply-refunds.ts";
import type { MoneyDeps } from "./deps.ts";
import type { AskedRefund, Asking } from "./refund-order.ts";
import { withRefund } from "./with-refund.ts";

/** Gives back money of one payment; the id of the refund. */
export function refundPayment(
  deps: MoneyDeps,
  id: string,
  { amount, reason, note = null, request }: AskedRefund & Asking,
): Promise<string> {
  const prefix = ownRefunds.ofPayment;
  let purpose: string | undefined;
  return withRefund(
    deps,
    async (tx) => {
      const payment = await lockPayment(deps, tx, id);
      const orderId = payment.order_id;
      const asked = { orderId, paymentId: id, request, amount, reason, note };
      purpose ??= (await knownRefund(tx, { ...asked, prefix })) ?? `${prefix}${newId("ref")}`;
      if ((await refundedFor(tx, purpose)).length === 0) refuseTooMuch(payment, amount);
      return { orderId, amount, reason, note, purpose, request, payments: [id], isOfPayment: true };
    },
    async (tx, refunds) => {
      const { order_id: orderId } = await readPayment(tx, id);
      await applyPaymentRefunds(deps, tx, { orderId, refunds });
      return refunds.at(-1)!.id;
    },
  );
}

/** Read once its order is locked; it may have none. */
async function lockPayment({ graph }: MoneyDeps, tx: Tx, id: string): Promise<Payment> {
  const { order_id } = await readPayment(tx, id);
  if (order_id === null) return readPayment(tx, id);
  allowOrder("refund", await lockOrder(graph, tx, order_id));
  return readPayment(tx, id);
}

function refuseTooMuch({ id, amount, amount_refunded, isCaptured }: Payment, asked: number): void {
  if (!isCaptured) throw notAllowed(`Payment ${id} is not captured`);
  const refundable = amount - amount_refunded;
  if (asked > refundable) throw notAllowed(`Only ${refundable} can be refunded from Payment ${id}`);
}
