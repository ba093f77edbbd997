import { readOrderWithoutLock } from "../../../orders/orders/index.ts";
import type { MoneyDeps } from "../../../orders/payments/index.ts";
import { refundableMoney, refundablePieces, refundableShipping } from "../line-refund.ts";
import { findLineRefunds, shippingRefunded } from "../line-refund-store.ts";

type Deps = Pick<MoneyDeps, "db" | "graph">;

const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

/** What was paid for an order, what went back for which pieces, and what can still be refunded. */
export async function showOrderMoney({ db, graph }: Deps, orderId: string) {
  const order = await readOrderWithoutLock(graph, db, orderId);
  const open = order.payments.filter(({ canceled_at }) => canceled_at === null);
  return {
    currency_code: order.currency_code,
    captured_total: sumOf(open.filter(({ captured_at }) => captured_at !== null)),
    authorized_total: sumOf(open.filter(({ captured_at }) => captured_at === null)),
    refunded_total: sumOf(order.refunds),
    refundable_amount: refundableMoney(order),
    lines: order.items.map((line) => ({
      item_id: line.id,
      refundable_quantity: refundablePieces(order, line),
    })),
    shipping: refundableShipping(order, await shippingRefunded(db, orderId)),
    line_refunds: await findLineRefunds(db, orderId),
  };
}
