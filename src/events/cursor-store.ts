import { sql } from "kysely";
import type { Connection, Tx } from "../db/database.ts";
import { BATCH_SIZE, batchOf, type DeletedBatch } from "../db/old-rows.ts";
import { compiled, compiledReturningWrite, compiledWrite } from "../db/statements.ts";

/** A position in the event log. */
export interface LogPosition {
  tx: string;
  seq: number;
}

/** How far a reader has read: everything up to this position is handled, or parked. */
interface Cursor extends LogPosition {
  /** Events committed before the reader was registered are not for it; null once the cursor is past them. */
  begun: string | null;
}

/** An event without its data. */
interface EventHead extends LogPosition {
  id: string;
  name: string;
  /** False while an older transaction is open, which might still add events before this one. */
  isSettled: boolean;
}

export interface LoggedEvent extends EventHead {
  /** Delivery is in order for each entity. An event without an entity is its own entity. */
  entity: string;
  occurred_at: Date;
  traceparent: string | null;
  /** Null when the event is not for the subscriber. */
  data: Record<string, unknown> | null;
  /** An earlier event of the entity is parked. */
  isBehindParked: boolean;
}

// Large enough to be fast, small enough that a crash repeats little.
const BATCH = 100;

// A snapshot does not list the transaction that takes it. If a later transaction has committed, the subscriber's own
// events would count as older ones.
const SNAPSHOT_BEFORE_OWN_EVENTS = sql<string>`(
  select concat(pg_snapshot_xmin(now), ':', pg_snapshot_xmax(now), ':', (
    select string_agg(open::text, ',' order by open)
    from (select pg_snapshot_xip(now) union select own where own < pg_snapshot_xmax(now)) as all_open (open)
  ))::pg_snapshot
  from (select pg_current_xact_id(), pg_current_snapshot()) as current (own, now))`;

const insertCursor = compiled("subscriber-register", (db, p: { name: string }) =>
  db
    .insertInto("tradewind.event_cursor")
    // Transactions that are open now commit later: their events count. Those of committed ones, in the snapshot, do not.
    .values({
      subscriber: p.name,
      tx: sql`pg_snapshot_xmin(pg_current_snapshot())`,
      seq: 0,
      begun: SNAPSHOT_BEFORE_OWN_EVENTS,
    })
    .onConflict((conflict) => conflict.column("subscriber").doUpdateSet({ updated_at: sql`now()` })),
);

/** A new subscriber gets events from now on; a known one keeps its cursor, and is noted as present. */
export async function registerCursor(on: Connection, name: string): Promise<void> {
  await insertCursor(on, { name });
}

const lockKey = (name: string) => sql`hashtextextended('tradewind.event_cursor ' || ${name}, 0)`;

const tryLock = compiled("subscriber-lock", (db, p: { name: string }) =>
  db.selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${lockKey(p.name)})`.as("isMine")),
);

/**
 * Until the transaction ends, no other process works for the subscriber. An advisory lock and not one on the row:
 * a row lock gives the transaction an id, and while it is open no later event would be settled, for any reader.
 */
export async function tryLockCursor(tx: Tx, name: string): Promise<boolean> {
  const [lock] = await tryLock(tx, { name });
  return lock!.isMine;
}

const GRACE = 10_000;

const saveIdle = compiledWrite<{ idle: string }>(
  "subscriber-idle",
  {},
  (p) => sql`select set_config('idle_in_transaction_session_timeout', ${p.idle}, true)`,
);

/**
 * The transaction is idle while handlers run, for at most so many milliseconds. PostgreSQL ends one that is idle for
 * longer: its process is paused or gone, and another one takes over the work.
 */
export const allowIdle = (tx: Tx, longestWork: number): Promise<void> =>
  saveIdle(tx, { idle: String(longestWork + GRACE) });

const waitForLock = compiled("subscriber-wait-for-lock", (db, p: { name: string }) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(${lockKey(p.name)})`.as("lock")),
);

/** The same, but waits until no other process works for the subscriber. */
export async function waitForCursor(tx: Tx, name: string): Promise<void> {
  await waitForLock(tx, { name });
}

const selectCursor = compiled("subscriber-cursor", (db, p: { name: string }) =>
  db.selectFrom("tradewind.event_cursor").select(["tx", "seq", "begun"]).where("subscriber", "=", p.name),
);

export async function findCursor(on: Connection, name: string): Promise<Cursor | null> {
  const [cursor] = await selectCursor(on, { name });
  return cursor ?? null;
}

// What v1 tells about its orders has negative numbers (src/adopt/backfill/timelines.ts). Timelines show it; it is no news.
const isAfter = ({
  tx,
  seq,
  begun,
}: Cursor) => sql<boolean>`(tx, seq) > (${tx}::xid8, ${seq}::bigint) and seq > 0
  and not coalesce(pg_visible_in_snapshot(tx, ${begun}::pg_snapshot), false)`;
const isSettled = sql<boolean>`tx < pg_snapshot_xmin(pg_current_snapshot())`.as("isSettled");

// The same rule as `matches` in kernel/event-pattern.ts.
const isWanted = (pattern: string) => sql<boolean>`(${pattern}::text in ('*', name)
  or (right(${pattern}::text, 2) = '.*' and starts_with(name, left(${pattern}::text, -1))))`;

const selectEvents = compiled("subscriber-events", (db, p: Cursor & { event: string; subscriber: string }) =>
  db
    .selectFrom("tradewind.event")
    .select([
      "id",
      "name",
      "tx",
      "seq",
      "occurred_at",
      "traceparent",
      sql<string>`coalesce(entity_id, id)`.as("entity"),
      sql<Record<string, unknown> | null>`case when ${isWanted(p.event)} then data end`.as("data"),
      isSettled,
      sql<boolean>`exists (select from tradewind.event_parked parked
        where parked.subscriber = ${p.subscriber} and parked.entity = coalesce(entity_id, id))`.as(
        "isBehindParked",
      ),
    ])
    .where(isAfter(p))
    .orderBy("tx")
    .orderBy("seq")
    .limit(sql.lit(BATCH)),
);

/** The next events in order, also those of other names: the cursor moves past them and never reads them again. */
export const listEventsAfter = (
  on: Connection,
  cursor: Cursor,
  subscriber: { name: string; event: string },
): Promise<LoggedEvent[]> =>
  selectEvents(on, { ...cursor, subscriber: subscriber.name, event: subscriber.event });

const selectHeads = compiled("event-heads", (db, p: Cursor & { limit: number }) =>
  db
    .selectFrom("tradewind.event")
    .select(["id", "name", "tx", "seq", isSettled])
    .where(isAfter(p))
    .orderBy("tx")
    .orderBy("seq")
    .limit(p.limit),
);

/** The same for readers that need to know only which events there are. */
export const listHeadsAfter = (on: Connection, cursor: Cursor, limit: number): Promise<EventHead[]> =>
  selectHeads(on, { ...cursor, limit });

const moveCursor = compiled("subscriber-move", (db, p: LogPosition & { name: string }) =>
  db
    .updateTable("tradewind.event_cursor")
    .set({
      tx: sql`${p.tx}::xid8`,
      seq: sql`${p.seq}::bigint`,
      begun: sql`case when ${p.tx}::xid8 < pg_snapshot_xmax(begun) then begun end`,
      updated_at: sql`now()`,
    })
    .where("subscriber", "=", p.name)
    // Never back: a process that lost its connection, and with it the lock, may write late.
    .where(sql<boolean>`(tx, seq) < (${p.tx}::xid8, ${p.seq}::bigint)`),
);

export async function saveCursor(tx: Tx, name: string, { tx: id, seq }: LogPosition): Promise<void> {
  await moveCursor(tx, { name, tx: id, seq });
}

const rewindCursorRow = compiledReturningWrite<LogPosition & { cursor: string }, unknown>(
  "subscriber-rewind",
  { updates: ["tradewind.event_cursor"] },
  (p) => sql`update tradewind.event_cursor cursor
    set (tx, seq) = (select place.tx, place.seq
        from (values (cursor.tx, cursor.seq), (${p.tx}::xid8, ${p.seq}::bigint)) place (tx, seq)
        order by place.tx, place.seq limit 1),
      begun = null, updated_at = now()
    where cursor.subscriber = ${p.cursor}`,
);

/** Moves a cursor back, never forward: no undelivered event is skipped. It may go back beyond the subscriber's creation. */
export async function rewindCursor(tx: Tx, cursor: string, position: LogPosition): Promise<void> {
  await rewindCursorRow(tx, { cursor, ...position });
}

const removeCursor = compiled("subscriber-delete", (db, p: { name: string }) =>
  db.deleteFrom("tradewind.event_cursor").where("subscriber", "=", p.name),
);

/** The subscriber gets no more events. */
export async function deleteCursor(tx: Tx, name: string): Promise<void> {
  await removeCursor(tx, { name });
}

/** Readers that may still come. One of a plugin that was taken out does not, and must not keep the log for ever: cursors move with every event. */
const ALIVE = sql`select * from tradewind.event_cursor where starts_with(subscriber, 'webhook:') or updated_at > now() - `;

/** In days: no subscriber loses an event because its plugin was away for less. */
const MIN_ABSENCE = 30;

/** Keeps the last event, so that the sequence continues, and every event that a subscriber or webhook has yet to get. */
const deleteEvents = compiledReturningWrite<{ days: number }, { id: number }>(
  "housekeeping-events",
  { deletes: ["tradewind.event"] },
  (p) => sql<{ id: number }>`
    with alive as (${ALIVE} make_interval(days => greatest(${p.days}::integer, ${sql.lit(MIN_ABSENCE)})))
    delete from tradewind.event where seq = any(array(
      select old.seq from (select * from tradewind.event order by seq limit ${BATCH_SIZE}) old
      where old.occurred_at < now() - make_interval(days => ${p.days}::integer)
        and old.seq < (select max(seq) from tradewind.event)
        and not exists (select 1 from alive cursor where (old.tx, old.seq) > (cursor.tx, cursor.seq))
        and not exists (select 1 from tradewind.event_parked parked join alive using (subscriber) where parked.seq = old.seq)
        and old.seq <> all(array(select event_seq from tradewind.webhook_delivery where next_try_at is not null))))
    returning 1 as id`,
);

/** Deletes a batch of the events that are older than so many days. */
export const deleteOldEvents = async (tx: Tx, days: number): Promise<DeletedBatch> =>
  batchOf(await deleteEvents(tx, { days }));
