import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

// A backlog is deleted by several statements, so that none of them holds its locks for long.
const BATCH_SIZE = 5_000;

const deleteWhere = (name: string, table: string, condition: string) =>
  compiledReturningWrite<object, { id: number }>(
    `housekeeping-${name}`,
    { deletes: [table] },
    () => sql<{ id: number }>`delete from ${sql.raw(table)} where ctid = any(array(
      select ctid from ${sql.raw(table)} where ${sql.raw(condition)} limit ${BATCH_SIZE}))
      and ${sql.raw(condition)} returning 1 as id`,
  );

/** Rows without effect after they expire. Reads ignore them, so no response depends on when they are deleted. */
const expiredRows = {
  sessions: deleteWhere("sessions", "tradewind.session", "expires_at < now()"),
  keys: deleteWhere("keys", "tradewind.idempotency", "created_at < now() - interval '25 hours'"),
  holds: deleteWhere("holds", "tradewind.stock_hold", "expires_at < now()"),
  "tax answers": deleteWhere("tax-answers", "tradewind.tax_answer", "created_at < now() - interval '1 day'"),
  limits: deleteWhere("limits", "tradewind.rate_limit", "window_ends_at < now() - interval '1 hour'"),
};

export type ExpiredKind = keyof typeof expiredRows;

export const expiredKinds = Object.keys(expiredRows) as ExpiredKind[];

export interface DeletedBatch {
  removed: number;
  isDone: boolean;
}

async function batchFrom(deleteWhere: Promise<readonly unknown[]>): Promise<DeletedBatch> {
  const removed = (await deleteWhere).length;
  return { removed, isDone: removed < BATCH_SIZE };
}

/** Deletes one batch of expired rows. */
export const deleteExpired = (tx: Tx, kind: ExpiredKind): Promise<DeletedBatch> =>
  batchFrom(expiredRows[kind](tx, {}));

const isAbandoned = (days: number) => sql`
  cart.completed_at is null and cart.deleted_at is null and cart.type = 'default'
  and cart.payment_authorized_at is null and cart.updated_at < now() - make_interval(days => ${days}::integer)
  and not exists (select 1 from line_item line where line.cart_id = cart.id
    and line.updated_at >= now() - make_interval(days => ${days}::integer))
  and not exists (select 1 from payment_session open where open.cart_id = cart.id
    and open.updated_at >= now() - make_interval(days => ${days}::integer))`;

const lockAbandoned = compiledSql<{ days: number }, { id: string }>(
  "housekeeping-carts-lock",
  (p) => sql<{ id: string }>`
    select id from cart where ${isAbandoned(p.days)} limit ${BATCH_SIZE} for no key update skip locked`,
);

const expire = compiledReturningWrite<{ ids: string[]; days: number }, { id: string }>(
  "housekeeping-carts",
  { updates: ["cart"] },
  (p) => sql<{ id: string }>`
    update cart set deleted_at = now(), updated_at = now() where id = any(${p.ids}) and ${isAbandoned(p.days)} returning id`,
);

/**
 * Soft-deletes carts without a change for so many days. The update repeats the condition: another transaction may have
 * added a line between the two statements.
 */
export async function expireCarts(tx: Tx, days: number): Promise<DeletedBatch> {
  const ids = (await lockAbandoned(tx, { days })).map(({ id }) => id);
  const expired = await expire(tx, { ids, days });
  return { removed: expired.length, isDone: ids.length < BATCH_SIZE };
}

/** Keeps the last event, so that the sequence continues, and every event that a subscriber or webhook has yet to get. */
const deleteEvents = compiledReturningWrite<{ days: number }, { id: number }>(
  "housekeeping-events",
  { deletes: ["tradewind.event"] },
  (p) => sql<{ id: number }>`
    delete from tradewind.event where seq = any(array(
      select old.seq from (select * from tradewind.event order by seq limit ${BATCH_SIZE}) old
      where old.occurred_at < now() - make_interval(days => ${p.days}::integer)
        and old.seq < (select max(seq) from tradewind.event)
        and not exists (select 1 from tradewind.event_cursor cursor where (old.tx, old.seq) > (cursor.tx, cursor.seq))
        and not exists (select 1 from tradewind.event_parked parked where parked.seq = old.seq)
        and old.seq <> all(array(select event_seq from tradewind.webhook_delivery where next_try_at is not null))))
    returning 1 as id`,
);

const deleteAuditEntries = compiledReturningWrite<{ days: number }, { id: number }>(
  "housekeeping-audit",
  { deletes: ["tradewind.audit_entry"] },
  (p) => sql<{ id: number }>`
    delete from tradewind.audit_entry where seq = any(array(
      select old.seq from (select * from tradewind.audit_entry order by seq limit ${BATCH_SIZE}) old
      where old.occurred_at < now() - make_interval(days => ${p.days}::integer)))
    returning 1 as id`,
);

/** Log entries that are older than the configured number of days. */
export const deleteOld = {
  events: (tx: Tx, days: number) => batchFrom(deleteEvents(tx, { days })),
  audit: (tx: Tx, days: number) => batchFrom(deleteAuditEntries(tx, { days })),
};
