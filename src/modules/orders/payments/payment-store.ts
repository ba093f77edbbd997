import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { Payment } from "./payment-operation.ts";

const columns = sql`id, order_id, amount, amount_refunded, amount_waived, currency_code, provider_id, data,
  captured_at is not null as "isCaptured", canceled_at is not null as "isCanceled"`;

const lockByOrder = compiledSql<{ orderId: string }, Payment>(
  "payments-lock-of-order",
  (p) => sql<Payment>`select ${columns} from payment where order_id = ${p.orderId}
    order by created_at, id for no key update`,
);

const lockById = compiledSql<{ ids: string[] }, Payment>(
  "payments-lock",
  (p) => sql<Payment>`select ${columns} from payment where id = any(${p.ids}) order by created_at, id
    for no key update`,
);

/** The payments of an order, oldest first. */
export const lockPaymentsOfOrder = (tx: Tx, orderId: string): Promise<Payment[]> =>
  lockByOrder(tx, { orderId });

/** Returns the payments in the order of `ids`. */
export async function lockPayments(tx: Tx, ids: readonly string[]): Promise<Payment[]> {
  const locked = new Map((await lockById(tx, { ids: [...ids] })).map((payment) => [payment.id, payment]));
  return ids.map((id) => {
    const payment = locked.get(id);
    if (!payment) throw notFound("Payment", id);
    return payment;
  });
}

const readById = compiledSql<{ ids: string[] }, Payment>(
  "payments-read",
  (p) => sql<Payment>`select ${columns} from payment where id = any(${p.ids})`,
);

export const readPayments = (on: Connection, ids: readonly string[]): Promise<Payment[]> =>
  readById(on, { ids: [...ids] });

/** Reads a payment without a lock. */
export async function readPayment(on: Connection, id: string): Promise<Payment> {
  const [found] = await readById(on, { ids: [id] });
  if (!found) throw notFound("Payment", id);
  return found;
}

const refundedSum = compiledSql<{ orderId: string }, { amount: number }>(
  "payments-refunded-of-order",
  (p) => sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from refund where order_id = ${p.orderId}`,
);

/** The refunded amount of an order. */
export async function refundedOfOrder(on: Connection, orderId: string): Promise<number> {
  const [sum] = await refundedSum(on, { orderId });
  return sum!.amount;
}

export interface ExternalPayment {
  /** The cart or payment collection that was paid. */
  resourceId: string;
  /** The payment service's id of the payment. */
  reference: string;
}

const byReference = compiledSql<ExternalPayment, { id: string; orderId: string | null }>(
  "payment-by-reference",
  (p) => sql<{ id: string; orderId: string | null }>`
    select id, order_id as "orderId" from payment
    where (cart_id = ${p.resourceId} or id in (select payment_id from payment_collection_payments
        where payment_collection_id = ${p.resourceId}))
      and captured_at is null and canceled_at is null and coalesce(data ->> 'id', '') = ${p.reference}`,
);

/** The open payment of a cart or payment collection with the payment service's id. */
export async function findOpenPayment(on: Connection, of: ExternalPayment) {
  const [found] = await byReference(on, of);
  return found ?? null;
}
