import { sql } from "kysely";
import type { Connection, Tx } from "../db/database.ts";
import { compiled } from "../db/statements.ts";

/** How far a subscriber has read: everything up to this event is done. */
export interface Place {
  tx: string;
  seq: number;
}

export interface Cursor extends Place {
  attempts: number;
  /** Milliseconds until a failed event may be tried again. */
  pause: number;
}

export interface LoggedEvent extends Place {
  id: string;
  name: string;
  occurred_at: Date;
  /** Null when the event is not for the subscriber. */
  data: Record<string, unknown> | null;
  /** False while an older transaction is open, which might still add events before this one. */
  isSettled: boolean;
}

// Enough to be quick, few enough that little is repeated after a crash.
const BATCH = 100;

const insertCursor = compiled("subscriber-register", (db, p: { name: string }) =>
  db
    .insertInto("tradewind.event_cursor")
    // Whatever committed before is below the oldest open transaction; what is open now commits after, and counts.
    .values({ subscriber: p.name, tx: sql`pg_snapshot_xmin(pg_current_snapshot())`, seq: 0 })
    .onConflict((conflict) => conflict.column("subscriber").doNothing()),
);

/** A new subscriber begins with what happens from now on; a known one stays where it is. */
export async function registerCursor(on: Connection, name: string): Promise<void> {
  await insertCursor(on, { name });
}

const tryLock = compiled("subscriber-lock", (db, p: { name: string }) =>
  db.selectNoFrom(
    sql<boolean>`pg_try_advisory_xact_lock(hashtextextended('tradewind.event_cursor ' || ${p.name}, 0))`.as(
      "isMine",
    ),
  ),
);

/**
 * Until the transaction ends, no other process works for the subscriber. An advisory lock and not one on the row:
 * a row lock gives the transaction an id, and while it is open no later event would be settled, for anyone.
 */
export async function lockCursor(tx: Tx, name: string): Promise<boolean> {
  const [lock] = await tryLock(tx, { name });
  return lock!.isMine;
}

const selectCursor = compiled("subscriber-cursor", (db, p: { name: string }) =>
  db
    .selectFrom("tradewind.event_cursor")
    .select([
      "tx",
      "seq",
      "attempts",
      sql<number>`coalesce(ceil(extract(epoch from retry_at - clock_timestamp()) * 1000), 0)`.as("pause"),
    ])
    .where("subscriber", "=", p.name),
);

export async function findCursor(on: Connection, name: string): Promise<Cursor | null> {
  const [cursor] = await selectCursor(on, { name });
  return cursor ?? null;
}

const selectEvents = compiled("subscriber-events", (db, p: Place & { event: string }) =>
  db
    .selectFrom("tradewind.event")
    .select([
      "id",
      "name",
      "tx",
      "seq",
      "occurred_at",
      sql<Record<string, unknown> | null>`case when ${p.event}::text in ('*', name) then data end`.as("data"),
      sql<boolean>`tx < pg_snapshot_xmin(pg_current_snapshot())`.as("isSettled"),
    ])
    .where(sql<boolean>`(tx, seq) > (${p.tx}::xid8, ${p.seq}::bigint)`)
    .orderBy("tx")
    .orderBy("seq")
    .limit(sql.lit(BATCH)),
);

/** The next events in order, also those of other names: the cursor moves past them and never reads them again. */
export const listEventsAfter = (on: Connection, place: Place, event: string): Promise<LoggedEvent[]> =>
  selectEvents(on, { tx: place.tx, seq: place.seq, event });

const moveCursor = compiled("subscriber-move", (db, p: Place & { name: string }) =>
  db
    .updateTable("tradewind.event_cursor")
    .set({
      tx: sql`${p.tx}::xid8`,
      seq: sql`${p.seq}::bigint`,
      attempts: 0,
      retry_at: null,
      last_error: null,
      updated_at: sql`now()`,
    })
    .where("subscriber", "=", p.name)
    // Never back: a process that lost its connection, and with it the lock, may come late.
    .where(sql<boolean>`(tx, seq) < (${p.tx}::xid8, ${p.seq}::bigint)`),
);

export async function savePlace(tx: Tx, name: string, { tx: id, seq }: Place): Promise<void> {
  await moveCursor(tx, { name, tx: id, seq });
}

const markFailed = compiled(
  "subscriber-failed",
  (db, p: { name: string; attempts: number; pause: number; reason: string }) =>
    db
      .updateTable("tradewind.event_cursor")
      .set({
        attempts: sql`${p.attempts}::int`,
        retry_at: sql<Date>`clock_timestamp() + ${p.pause}::float8 * interval '1 millisecond'`,
        last_error: p.reason,
        updated_at: sql`now()`,
      })
      .where("subscriber", "=", p.name),
);

export async function saveFailure(
  tx: Tx,
  name: string,
  failure: { attempts: number; pause: number; reason: string },
): Promise<void> {
  await markFailed(tx, { name, ...failure });
}
