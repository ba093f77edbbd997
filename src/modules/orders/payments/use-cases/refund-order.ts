import { newId } from "../../../../kernel/ids.ts";
import { allowOrder, lockOrder } from "../../orders/index.ts";
import { ownRefunds, type RefundReason } from "../movement.ts";
import { knownRefund } from "../movement-store.ts";
import { applyRefunds } from "./apply-refunds.ts";
import type { MoneyDeps } from "./deps.ts";
import { withRefund } from "./with-refund.ts";

export interface AskedRefund {
  amount: number;
  reason: RefundReason;
  note?: string | null;
  no_notification?: boolean;
}

/** Who asks for a refund, under which Idempotency-Key: then the same request gives money once, whatever happens. */
export type Asking = { request: string | null };

/** Gives back money of an order, from its captured payments in their order. */
export function refundOrder(
  deps: MoneyDeps,
  orderId: string,
  { amount, reason, note = null, no_notification: noNotification, request }: AskedRefund & Asking,
): Promise<void> {
  const prefix = ownRefunds.ofOrder;
  let purpose: string | undefined;
  return withRefund(
    deps,
    async (tx) => {
      allowOrder("refund", await lockOrder(deps.graph, tx, orderId));
      const asked = { orderId, paymentId: null, request, amount, reason, note };
      purpose ??= (await knownRefund(tx, { ...asked, prefix })) ?? `${prefix}${newId("ref")}`;
      return { orderId, amount, reason, note, purpose, noNotification, request };
    },
    (tx, refunds) => applyRefunds(deps, tx, { orderId, refunds, noNotification }),
  );
}
