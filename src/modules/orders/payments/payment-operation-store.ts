import { sql } from "kysely";
import type { Connection, Tx, WriteConnection } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { NewOperation, OperationKind, PaymentOperation } from "./payment-operation.ts";

// Longer than the timeout of a call to a payment service.
const LEASE = sql`interval '40 seconds'`;

interface OperationRow {
  id: string;
  kind: OperationKind;
  payment_id: string;
  order_id: string | null;
  amount: number;
  purpose: string;
  no_notification: boolean | null;
}

const toOperation = ({
  payment_id,
  order_id,
  purpose,
  no_notification,
  ...row
}: OperationRow): PaymentOperation => ({
  ...row,
  operationKey: purpose,
  paymentId: payment_id,
  orderId: order_id,
  noNotification: no_notification,
});

const insert = compiledReturningWrite<{ orderId: string | null; operations: string }, unknown>(
  "payment-operation-insert",
  { inserts: ["tradewind.payment_operation"] },
  (p) => sql`
    insert into tradewind.payment_operation (id, kind, payment_id, order_id, amount, purpose, refund_id, is_of_payment,
      reason, note, no_notification, request, claimed_until, next_try_at)
    select sent.id, sent.kind, sent.payment_id, ${p.orderId}, sent.amount, sent.purpose, sent.refund_id,
      coalesce(sent.is_of_payment, false), sent.reason, sent.note, sent.no_notification, sent.request,
      now() + ${LEASE}, now() + ${LEASE}
    from jsonb_to_recordset(${p.operations}::jsonb) as sent(id text, kind text, payment_id varchar, amount integer,
      purpose text, refund_id varchar, is_of_payment boolean, reason text, note text, no_notification boolean,
      request text)`,
);

/** Records operations before the payment services are called. The calling process has claimed them. */
export async function insertOperations(
  tx: Tx,
  orderId: string | null,
  added: readonly NewOperation[],
): Promise<PaymentOperation[]> {
  const operations = added.map(({ kind, paymentId, amount, operationKey, refund }) => ({
    id: newId("mov"),
    kind,
    paymentId,
    orderId,
    amount,
    operationKey,
    noNotification: refund?.noNotification ?? null,
  }));
  const rows = operations.map(({ id, kind, paymentId, amount, operationKey, noNotification }, index) => {
    const { refund } = added[index]!;
    return {
      id,
      kind,
      payment_id: paymentId,
      amount,
      purpose: operationKey,
      refund_id: refund?.id,
      is_of_payment: refund?.isOfPayment,
      reason: refund?.reason,
      note: refund?.note,
      no_notification: noNotification,
      request: refund?.request,
    };
  });
  if (rows.length > 0) await insert(tx, { orderId, operations: JSON.stringify(rows) });
  return operations;
}

/** An operation whose result is not known yet. */
export interface PendingOperation {
  id: string;
  operationKey: string;
  /** A process is calling the payment service now. */
  isClaimed: boolean;
}

const pending = compiledSql<{ paymentIds: string[] }, PendingOperation>(
  "payment-operation-under-way",
  (p) => sql<PendingOperation>`
    select id, purpose as "operationKey", claimed_until > now() as "isClaimed" from tradewind.payment_operation
    where payment_id = any(${p.paymentIds}) and state = 'begun' order by id`,
);

export const pendingOperations = (on: Connection, paymentIds: string[]): Promise<PendingOperation[]> =>
  pending(on, { paymentIds });

const stillClaimed = compiledSql<{ ids: string[] }, { id: string }>(
  "payment-operation-still-claimed",
  (p) => sql<{ id: string }>`select id from tradewind.payment_operation
    where id = any(${p.ids}) and state = 'begun' and claimed_until > now()`,
);

export async function areClaimed(on: Connection, ids: string[]): Promise<boolean> {
  return (await stillClaimed(on, { ids })).length > 0;
}

const claim = compiledReturningWrite<{ operationKey: string }, OperationRow>(
  "payment-operation-claim",
  { updates: ["tradewind.payment_operation"] },
  (p) => sql<OperationRow>`
    with free as (select id from tradewind.payment_operation
      where purpose = ${p.operationKey} and state = 'begun' and claimed_until <= now() order by id for update)
    update tradewind.payment_operation operation
    set claimed_until = now() + ${LEASE}, next_try_at = now() + ${LEASE}, attempts = attempts + 1, updated_at = now()
    from free where operation.id = free.id
    returning operation.id, kind, payment_id, order_id, amount, purpose, no_notification`,
);

/** Claims all pending operations of a key that no other process has claimed. */
export async function claimOperations(
  on: WriteConnection,
  operationKey: string,
): Promise<PaymentOperation[]> {
  const rows = await claim(on, { operationKey });
  return rows.map(toOperation).sort((one, other) => (one.id < other.id ? -1 : 1));
}

const due = compiledSql<{ limit: number }, { operationKey: string }>(
  "payment-operation-due",
  (p) => sql<{ operationKey: string }>`select purpose as "operationKey" from tradewind.payment_operation
    where state = 'begun' and next_try_at <= now() and claimed_until <= now()
    group by purpose order by min(next_try_at) limit ${p.limit}`,
);

/** Keys of operations that are due for another attempt, the longest overdue first. */
export async function dueOperationKeys(on: Connection, limit: number): Promise<string[]> {
  return (await due(on, { limit })).map(({ operationKey }) => operationKey);
}

const refundedByKey = compiledSql<{ operationKey: string }, { paymentId: string; amount: number }>(
  "payment-operation-given",
  (p) => sql<{ paymentId: string; amount: number }>`
    select payment_id as "paymentId", amount from tradewind.payment_operation
    where purpose = ${p.operationKey} and kind = 'refund' and state = 'done'`,
);

/** The refunded amounts of an operation key, by payment. */
export const refundedFor = (on: Connection, operationKey: string) => refundedByKey(on, { operationKey });

const pendingByKey = compiledSql<{ operationKey: string }, { id: string }>(
  "payment-operation-begun",
  (p) => sql<{ id: string }>`
    select id from tradewind.payment_operation
    where purpose = ${p.operationKey} and state = 'begun' limit 1`,
);

/** Whether an operation of the key is running, or its result is not known. */
export async function isOperationPending(on: Connection, operationKey: string): Promise<boolean> {
  return (await pendingByKey(on, { operationKey })).length > 0;
}

const refunding = compiledSql<{ paymentIds: string[]; keyPrefix: string }, { id: string }>(
  "payment-operation-refunding",
  (p) => sql<{ id: string }>`
    select id from tradewind.payment_operation
    where payment_id = any(${p.paymentIds}) and state = 'begun' and kind = 'refund'
      and starts_with(purpose, ${p.keyPrefix}) limit 1`,
);

type Payments = readonly { id: string }[];

const idsOf = (payments: Payments) => payments.map(({ id }) => id);

/** Whether a refund of one of the payments is pending, with an operation key that starts with the prefix. */
export const hasPendingRefunds = async (
  on: Connection,
  payments: Payments,
  keyPrefix = "",
): Promise<boolean> =>
  payments.length > 0 && (await refunding(on, { paymentIds: idsOf(payments), keyPrefix })).length > 0;

/** Whether any operation of the payments is running, or its result is not known. */
export const hasPendingOperations = async (on: Connection, payments: Payments): Promise<boolean> =>
  payments.length > 0 && (await pendingOperations(on, idsOf(payments))).length > 0;

interface RefundSearch {
  orderId: string | null;
  paymentId: string | null;
  prefix: string;
  request: string | null;
  amount: number;
  reason: string;
  note: string | null;
}

const matchingRefund = compiledSql<RefundSearch, { operationKey: string }>(
  "payment-operation-known-refund",
  (p) => sql<{ operationKey: string }>`
    select purpose as "operationKey" from tradewind.payment_operation
    where kind = 'refund' and starts_with(purpose, ${p.prefix})
      and (order_id = ${p.orderId} or payment_id = ${p.paymentId})
      and (${p.paymentId}::text is null or payment_id = ${p.paymentId})
      and ((request = ${p.request} and created_at > now() - interval '24 hours')
        or (state = 'begun' and claimed_until <= now() and reason = ${p.reason}
          and note is not distinct from ${p.note}))
    group by purpose
    having bool_or(coalesce(request = ${p.request}, false)) or sum(amount) = ${p.amount}
    order by bool_or(coalesce(request = ${p.request}, false)) desc, purpose limit 1`,
);

/**
 * The operation key of an earlier refund that this request repeats: it has the same Idempotency-Key, or the same amount,
 * reason and note as a refund that was interrupted before its result was known.
 */
export async function findRefundKey(on: Connection, search: RefundSearch): Promise<string | null> {
  const [found] = await matchingRefund(on, search);
  return found?.operationKey ?? null;
}
