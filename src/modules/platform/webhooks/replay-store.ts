import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";

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
