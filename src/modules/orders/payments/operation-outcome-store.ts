import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, withParts } from "../../../db/statements.ts";
import { paymentsUpdated, refundsSaved } from "../payment-rows/index.ts";
import type { Outcome, RecordedRefund } from "./payment-operation.ts";

// Records an operation once: a second transaction finds that its state is no longer 'begun'.
const recordDone = compiledReturningWrite<{ done: string }, { id: string }>(
  "payment-operation-record",
  withParts({ updates: ["tradewind.payment_operation"] }, [paymentsUpdated, refundsSaved]),
  (p) => sql<{ id: string }>`
    with done as (
      update tradewind.payment_operation operation
      set state = 'done', refusal = null, updated_at = now()
      from jsonb_to_recordset(${p.done}::jsonb) as sent(id text, data jsonb)
      where operation.id = sent.id and operation.state = 'begun'
      returning operation.*, sent.data
    ), moved as (${paymentsUpdated({ done: sql`done` })}), given as (${refundsSaved({
      // The payment may have been assigned to an order since the operation began.
      rows: sql`select refund_id, coalesce(done.order_id, paid.order_id),
          max(payment_id) filter (where is_of_payment), sum(done.amount), reason::refund_reason_enum, note
        from done join moved paid on paid.id = done.payment_id where kind = 'refund'
        group by refund_id, coalesce(done.order_id, paid.order_id), reason, note`,
    })})
    select id from done`,
);

const recordRefused = compiledReturningWrite<{ refused: string }, unknown>(
  "payment-operation-refuse",
  { updates: ["tradewind.payment_operation"] },
  (p) => sql`
    update tradewind.payment_operation operation set state = 'refused', refusal = sent.reason, updated_at = now()
    from jsonb_to_recordset(${p.refused}::jsonb) as sent(id text, reason text)
    where operation.id = sent.id and operation.state = 'begun'`,
);

// A request may retry at once; the job waits longer after each attempt.
const scheduleRetry = compiledReturningWrite<{ unclear: string }, unknown>(
  "payment-operation-release",
  { updates: ["tradewind.payment_operation"] },
  (p) => sql`
    update tradewind.payment_operation operation
    set claimed_until = now(), refusal = sent.reason, updated_at = now(),
      next_try_at = now() + least(interval '15 seconds' * power(2, least(attempts, 10)), interval '1 hour')
    from jsonb_to_recordset(${p.unclear}::jsonb) as sent(id text, reason text)
    where operation.id = sent.id and operation.state = 'begun'`,
);

/** Records the results of payment services. Returns the ids of the operations that were not recorded before. */
export async function recordOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<string[]> {
  const done = outcomes.flatMap((each) =>
    each.result === "done" ? [{ id: each.operation.id, data: each.data }] : [],
  );
  const failed = (result: "refused" | "unclear") =>
    outcomes.flatMap((each) =>
      each.result !== "done" && each.result === result
        ? [{ id: each.operation.id, reason: each.reason }]
        : [],
    );
  const [refused, unclear] = [failed("refused"), failed("unclear")];
  if (refused.length > 0) await recordRefused(tx, { refused: JSON.stringify(refused) });
  if (unclear.length > 0) await scheduleRetry(tx, { unclear: JSON.stringify(unclear) });
  if (done.length === 0) return [];
  return (await recordDone(tx, { done: JSON.stringify(done) })).map(({ id }) => id);
}

interface RefundRow extends Omit<RecordedRefund, "isNew"> {
  operations: string[];
}

const recordedByKey = compiledSql<{ operationKey: string }, RefundRow>(
  "payment-operation-booked-refunds",
  (p) => sql<RefundRow>`
    select refund.id, refund.amount, refund.reason, array_agg(operation.id) as operations
    from tradewind.payment_operation operation join refund on refund.id = operation.refund_id
    where operation.purpose = ${p.operationKey} and operation.kind = 'refund' and operation.state = 'done'
    group by refund.id order by refund.id`,
);

/** The recorded refunds of an operation key. `newOperations` are those that this transaction recorded. */
export async function recordedRefunds(
  on: Connection,
  operationKey: string,
  newOperations: readonly string[] = [],
): Promise<RecordedRefund[]> {
  const rows = await recordedByKey(on, { operationKey });
  return rows.map(({ operations, ...refund }) => ({
    ...refund,
    isNew: operations.some((id) => newOperations.includes(id)),
  }));
}
