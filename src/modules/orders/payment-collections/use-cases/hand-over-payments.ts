import type { Tx } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { paymentStatusAfter, readOrderInWork, saveOrderState } from "../../orders/index.ts";
import { assignPaymentsToOrder } from "../../payment-records/index.ts";

/** The edit of a locked order is confirmed: what was paid for it belongs to the order. */
export async function handOverToOrder(
  graph: Graph,
  tx: Tx,
  handed: { collectionId: string; orderId: string },
): Promise<void> {
  const payments = await assignPaymentsToOrder(tx, handed);
  if (payments.some(({ isCaptured }) => !isCaptured)) await noteUncapturedPayment(graph, tx, handed.orderId);
}

/** A locked order has another payment, which is not captured yet. */
export async function noteUncapturedPayment(graph: Graph, tx: Tx, orderId: string): Promise<void> {
  const { payment_status } = await readOrderInWork(graph, tx, orderId);
  const next = paymentStatusAfter.authorize(payment_status);
  if (next !== payment_status) await saveOrderState(tx, orderId, { payment_status: next });
}
