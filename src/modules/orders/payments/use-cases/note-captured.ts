import { inTransaction } from "../../../../db/transaction.ts";
import { lockOrderRow } from "../../orders/index.ts";
import { markCaptured } from "../../payment-records/index.ts";
import { findOpenPayment } from "../payment-store.ts";
import { applyCaptures } from "./apply-captures.ts";
import type { MoneyDeps } from "./deps.ts";

interface Taken {
  /** The cart or payment collection that was paid. */
  resourceId: string;
  /** The payment service's own name of the payment. */
  reference: string;
}

/** A payment service took the money by itself, or somebody did there. The order is told once, whoever heard of it first. */
export const noteCaptured = (deps: MoneyDeps, taken: Taken): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const payment = await findOpenPayment(tx, taken);
    if (!payment) return;
    if (payment.orderId !== null) await lockOrderRow(tx, payment.orderId);
    const captured = await markCaptured(tx, payment.id);
    // Of the order that it is of by now: a payment of a collection may just have become one.
    const orderId = captured?.orderId ?? null;
    if (orderId !== null) await applyCaptures(deps, tx, { orderId, failed: [] });
  });
