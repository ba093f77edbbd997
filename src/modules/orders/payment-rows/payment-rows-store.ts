import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledWrite, withParts, writePart } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

/** An authorized payment of an order, a swap or a payment collection. */
interface NewPayment {
  id: string;
  amount: number;
  currency_code: string;
  provider_id: string;
  data: Metadata;
  cart_id?: string;
  order_id?: string | null;
  swap_id?: string;
}

/** Inserts payments from JSON. */
export const paymentsInserted = writePart<{ payments: string; isCaptured: RawBuilder<boolean> }>(
  { inserts: ["payment"] },
  (p) => sql`
    insert into payment (id, cart_id, order_id, swap_id, amount, currency_code, provider_id, data, captured_at)
    select sent.id, sent.cart_id, sent.order_id, sent.swap_id, sent.amount, sent.currency_code, sent.provider_id,
      sent.data, case when ${p.isCaptured} then now() end
    from jsonb_populate_recordset(null::payment, ${p.payments}::jsonb) sent`,
);

const insert = compiledWrite<{ payments: string }>("payment-insert", paymentsInserted.writes, (p) =>
  paymentsInserted({ payments: p.payments, isCaptured: sql`false` }),
);

export const insertPayment = (tx: Tx, payment: NewPayment): Promise<void> =>
  insert(tx, { payments: JSON.stringify([payment]) });

/** Applies successful operations to their payments: rows of `done` have payment_id, kind, amount and data. */
export const paymentsUpdated = writePart<{ done: RawBuilder<unknown> }>(
  { updates: ["payment"] },
  ({ done }) => sql`
    update payment set
      data = done.data,
      amount = case when done.kind = 'capture' then done.amount else payment.amount end,
      captured_at = case when done.kind = 'capture' then coalesce(captured_at, now()) else captured_at end,
      canceled_at = case when done.kind = 'cancel' then coalesce(canceled_at, now()) else canceled_at end,
      amount_refunded = amount_refunded + case when done.kind = 'refund' then done.amount else 0 end,
      updated_at = now()
    from ${done} done where payment.id = done.payment_id
    returning payment.id, payment.order_id`,
);

/** Inserts refunds; a refund of several payments is one row. `rows` selects the columns of the table. */
export const refundsSaved = writePart<{ rows: RawBuilder<unknown> }>(
  { inserts: ["refund"], updates: ["refund"] },
  ({ rows }) => sql`
    insert into refund (id, order_id, payment_id, amount, reason, note) ${rows}
    on conflict (id) do update set amount = refund.amount + excluded.amount, updated_at = now()`,
);

interface RefundRow {
  id: string;
  orderId: string;
  amount: number;
  reason: "swap";
  note: string;
}

const insertRefundRow = compiledReturningWrite<RefundRow, unknown>(
  "refund-insert",
  withParts({}, [refundsSaved]),
  (p) =>
    sql`${refundsSaved({
      rows: sql`values (${p.id}, ${p.orderId}, null, ${p.amount}::integer, ${p.reason}::refund_reason_enum, ${p.note})`,
    })}`,
);

/** A refund of an order that no payment service makes. */
export async function insertRefund(tx: Tx, refund: RefundRow): Promise<void> {
  await insertRefundRow(tx, refund);
}

const waive = compiledReturningWrite<{ orderId: string; amount: number }, unknown>(
  "payments-waive",
  { updates: ["payment"] },
  (p) => sql`
    with open as (select id, amount - amount_waived as left,
        sum(amount - amount_waived) over (order by created_at, id) - (amount - amount_waived) as before
      from payment where order_id = ${p.orderId} and swap_id is null and captured_at is null and canceled_at is null)
    update payment set amount_waived = amount_waived + least(open.left, ${p.amount}::integer - open.before),
      updated_at = now()
    from open where payment.id = open.id and open.before < ${p.amount}::integer`,
);

/** Reduces the amount that will be captured from the open payments of a locked order. */
export async function waivePayments(tx: Tx, orderId: string, amount: number): Promise<void> {
  if (amount > 0) await waive(tx, { orderId, amount });
}

const setCaptured = compiledReturningWrite<{ id: string }, { orderId: string | null }>(
  "payment-set-captured",
  { updates: ["payment"] },
  (p) => sql<{ orderId: string | null }>`update payment set captured_at = now(), updated_at = now()
    where id = ${p.id} and captured_at is null and canceled_at is null returning order_id as "orderId"`,
);

/** Marks a payment as captured and returns its order; null if it was captured or canceled before. */
export async function markCaptured(tx: Tx, id: string): Promise<{ orderId: string | null } | null> {
  const [captured] = await setCaptured(tx, { id });
  return captured ?? null;
}

const assign = compiledReturningWrite<{ collectionId: string; orderId: string }, { isCaptured: boolean }>(
  "payments-assign-to-order",
  { updates: ["payment", "refund"] },
  (p) => sql<{ isCaptured: boolean }>`
    with handed as (update payment set order_id = ${p.orderId}, updated_at = now()
      where order_id is null and canceled_at is null and id in (
        select payment_id from payment_collection_payments where payment_collection_id = ${p.collectionId})
      returning id, captured_at),
    given as (update refund set order_id = ${p.orderId}, updated_at = now() from handed
      where refund.payment_id = handed.id and refund.order_id is null)
    select captured_at is not null as "isCaptured" from handed`,
);

/**
 * Assigns the locked payments of a collection, and their refunds, to the locked order. Returns whether each payment is
 * captured.
 */
export const assignPaymentsToOrder = (
  tx: Tx,
  handed: { collectionId: string; orderId: string },
): Promise<{ isCaptured: boolean }[]> => assign(tx, handed);
