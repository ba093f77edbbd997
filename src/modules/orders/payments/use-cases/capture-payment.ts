import { announce } from "../../../../events/announce.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import { allowOrder, lockOrder } from "../../orders/index.ts";
import { readPayment } from "../payment-store.ts";
import { applyCaptures } from "./apply-captures.ts";
import { capturePayments } from "./capture-payments.ts";
import type { MoneyDeps } from "./deps.ts";
import { showWholePayment } from "./show-payment.ts";

/** Takes the money of one payment; tells why it could not. */
export async function capturePayment(deps: MoneyDeps, id: string): Promise<void> {
  let wasCaptured = false;
  const failure = await capturePayments(
    deps,
    async (tx) => {
      const { order_id: orderId, isCaptured } = await readPayment(tx, id);
      wasCaptured = isCaptured;
      if (orderId !== null) allowOrder("capture", await lockOrder(deps.graph, tx, orderId));
      return { orderId, paymentIds: [id] };
    },
    async (tx, { failed }) => {
      const payment = await showWholePayment(deps, id, tx);
      const [problem] = failed;
      if (problem) {
        await announce(tx, "payment.payment_capture_failed", { ...payment, error: problem.reason });
      } else if (!wasCaptured) await announce(tx, "payment.payment_captured", payment);
      if (payment.order_id !== null) await applyCaptures(deps, tx, { orderId: payment.order_id, failed });
      return problem;
    },
  );
  if (failure) throw notAllowed(failure.reason);
}
