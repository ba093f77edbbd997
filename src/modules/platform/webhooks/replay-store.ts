import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

/** A position in the event log, just before one of its events. */
interface LogPosition {
  tx: string;
  seq: number;
}

const positionOfEvent = compiledSql<{ id: string }, LogPosition>(
  "webhook-place-of-event",
  (p) => sql<LogPosition>`select tx, seq - 1 as seq from tradewind.event where id = ${p.id}`,
);

export async function findPositionBefore(on: Connection, eventId: string): Promise<LogPosition | null> {
  const [position] = await positionOfEvent(on, { id: eventId });
  return position ?? null;
}

const positionOfMoment = compiledSql<{ since: Date }, LogPosition>(
  "webhook-place-of-moment",
  (p) => sql<LogPosition>`select tx, seq - 1 as seq from tradewind.event where occurred_at >= ${p.since}
    order by tx, seq limit 1`,
);

/** The position before the first event since then; null without such an event. */
export async function findPositionAt(on: Connection, since: Date): Promise<LogPosition | null> {
  const [position] = await positionOfMoment(on, { since });
  return position ?? null;
}

const rewindCursorRow = compiledReturningWrite<LogPosition & { cursor: string }, unknown>(
  "webhook-go-back",
  { updates: ["tradewind.event_cursor"] },
  (p) => sql`update tradewind.event_cursor cursor
    set (tx, seq) = (select place.tx, place.seq
        from (values (cursor.tx, cursor.seq), (${p.tx}::xid8, ${p.seq}::bigint)) place (tx, seq)
        order by place.tx, place.seq limit 1),
      begun = null, updated_at = now()
    where cursor.subscriber = ${p.cursor}`,
);

/** Moves a cursor back, never forward: no undelivered event is skipped. It may go back beyond the webhook's creation. */
export async function rewindCursor(tx: Tx, cursor: string, position: LogPosition): Promise<void> {
  await rewindCursorRow(tx, { cursor, ...position });
}
