import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

/** A place in the event log: before one of its events. */
interface LogPosition {
  tx: string;
  seq: number;
}

const ofEvent = compiledSql<{ id: string }, LogPosition>(
  "webhook-place-of-event",
  (p) => sql<LogPosition>`select tx, seq - 1 as seq from tradewind.event where id = ${p.id}`,
);

export async function findPlaceBefore(on: Connection, eventId: string): Promise<LogPosition | null> {
  const [place] = await ofEvent(on, { id: eventId });
  return place ?? null;
}

const ofMoment = compiledSql<{ since: Date }, LogPosition>(
  "webhook-place-of-moment",
  (p) => sql<LogPosition>`select tx, seq - 1 as seq from tradewind.event where occurred_at >= ${p.since}
    order by tx, seq limit 1`,
);

/** Before the first event since then; null when nothing has happened since. */
export async function findPlaceAt(on: Connection, since: Date): Promise<LogPosition | null> {
  const [place] = await ofMoment(on, { since });
  return place ?? null;
}

const goBack = compiledReturningWrite<LogPosition & { cursor: string }, unknown>(
  "webhook-go-back",
  { updates: ["tradewind.event_cursor"] },
  (p) => sql`update tradewind.event_cursor cursor
    set (tx, seq) = (select place.tx, place.seq
        from (values (cursor.tx, cursor.seq), (${p.tx}::xid8, ${p.seq}::bigint)) place (tx, seq)
        order by place.tx, place.seq limit 1),
      begun = null, updated_at = now()
    where cursor.subscriber = ${p.cursor}`,
);

/** Back only: nothing that was not delivered yet is passed over. What happened before the webhook was made counts, too. */
export async function moveBack(tx: Tx, cursor: string, place: LogPosition): Promise<void> {
  await goBack(tx, { cursor, ...place });
}
