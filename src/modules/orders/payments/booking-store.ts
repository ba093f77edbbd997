import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, withParts } from "../../../db/statements.ts";
import { paymentsMoved, refundsBooked } from "../payment-records/index.ts";
import type { BookedRefund, Outcome } from "./movement.ts";

// A movement is booked once: a second transaction finds that it is no longer begun.
const book = compiledReturningWrite<{ done: string }, { id: string }>(
  "money-movement-book",
  withParts({ updates: ["tradewind.payment_operation"] }, [paymentsMoved, refundsBooked]),
  (p) => sql<{ id: string }>`
    with done as (
      update tradewind.payment_operation movement
      set state = 'done', refusal = null, updated_at = now()
      from jsonb_to_recordset(${p.done}::jsonb) as sent(id text, data jsonb)
      where movement.id = sent.id and movement.state = 'begun'
      returning movement.*, sent.data
    ), moved as (${paymentsMoved({ done: sql`done` })}), given as (${refundsBooked({
      // The payment may have become one of an order meanwhile, also while it was waited for.
      rows: sql`select refund_id, coalesce(done.order_id, paid.order_id),
          max(payment_id) filter (where is_of_payment), sum(done.amount), reason::refund_reason_enum, note
        from done join moved paid on paid.id = done.payment_id where kind = 'refund'
        group by refund_id, coalesce(done.order_id, paid.order_id), reason, note`,
    })})
    select id from done`,
);

const drop = compiledReturningWrite<{ refused: string }, unknown>(
  "money-movement-drop",
  { updates: ["tradewind.payment_operation"] },
  (p) => sql`
    update tradewind.payment_operation movement set state = 'refused', refusal = sent.reason, updated_at = now()
    from jsonb_to_recordset(${p.refused}::jsonb) as sent(id text, reason text)
    where movement.id = sent.id and movement.state = 'begun'`,
);

// A request may try again at once; the job waits longer with each attempt.
const release = compiledReturningWrite<{ unclear: string }, unknown>(
  "money-movement-release",
  { updates: ["tradewind.payment_operation"] },
  (p) => sql`
    update tradewind.payment_operation movement
    set claimed_until = now(), refusal = sent.reason, updated_at = now(),
      next_try_at = now() + least(interval '15 seconds' * power(2, least(attempts, 10)), interval '1 hour')
    from jsonb_to_recordset(${p.unclear}::jsonb) as sent(id text, reason text)
    where movement.id = sent.id and movement.state = 'begun'`,
);

/** Writes down what payment services have done; the ids of what is new in the books. */
export async function bookOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<string[]> {
  const done = outcomes.flatMap((each) =>
    each.result === "done" ? [{ id: each.movement.id, data: each.data }] : [],
  );
  const failed = (result: "refused" | "unclear") =>
    outcomes.flatMap((each) =>
      each.result !== "done" && each.result === result ? [{ id: each.movement.id, reason: each.reason }] : [],
    );
  const [refused, unclear] = [failed("refused"), failed("unclear")];
  if (refused.length > 0) await drop(tx, { refused: JSON.stringify(refused) });
  if (unclear.length > 0) await release(tx, { unclear: JSON.stringify(unclear) });
  if (done.length === 0) return [];
  return (await book(tx, { done: JSON.stringify(done) })).map(({ id }) => id);
}

interface RefundRow extends Omit<BookedRefund, "isNew"> {
  movements: string[];
}

const bookedFor = compiledSql<{ purpose: string }, RefundRow>(
  "money-movement-booked-refunds",
  (p) => sql<RefundRow>`
    select refund.id, refund.amount, refund.reason, array_agg(movement.id) as movements
    from tradewind.payment_operation movement join refund on refund.id = movement.refund_id
    where movement.purpose = ${p.purpose} and movement.kind = 'refund' and movement.state = 'done'
    group by refund.id order by refund.id`,
);

/** The refunds that were booked for a purpose, with those that were booked just now. */
export async function bookedRefunds(
  on: Connection,
  purpose: string,
  newMovements: readonly string[] = [],
): Promise<BookedRefund[]> {
  const rows = await bookedFor(on, { purpose });
  return rows.map(({ movements, ...refund }) => ({
    ...refund,
    isNew: movements.some((id) => newMovements.includes(id)),
  }));
}
