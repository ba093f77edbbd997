import { sql } from "kysely";
import type { Connection } from "../db/database.ts";
import { compiled } from "../db/statements.ts";
import type { LogPosition } from "./cursor-store.ts";

/** An event as clients may see it, but for secrets in its data. */
export interface FeedEvent extends LogPosition {
  id: string;
  name: string;
  entity_id: string | null;
  data: Record<string, unknown>;
  occurred_at: Date;
  user_id: string | null;
  customer_id: string | null;
}

// An older transaction that is open might still add events before those that are not settled.
const isSettled = sql<boolean>`tx < pg_snapshot_xmin(pg_current_snapshot())`;

const selectSettled = compiled("event-feed", (db, p: LogPosition & { limit: number }) =>
  db
    .selectFrom("tradewind.event")
    .select(["id", "name", "entity_id", "data", "occurred_at", "user_id", "customer_id", "tx", "seq"])
    .where(sql<boolean>`(tx, seq) > (${p.tx}::xid8, ${p.seq}::bigint)`)
    .where(isSettled)
    .orderBy("tx")
    .orderBy("seq")
    .limit(p.limit),
);

/** The next events in the order of the log, as far as no other event can come before them. */
export async function listSettledAfter(
  on: Connection,
  position: LogPosition,
  limit: number,
): Promise<FeedEvent[]> {
  const rows = await selectSettled(on, { ...position, limit });
  return rows.map((row) => ({ ...row, data: row.data as Record<string, unknown> }));
}

const selectLast = compiled("event-feed-last", (db, _: object) =>
  db
    .selectFrom("tradewind.event")
    .select(["id", "tx", "seq"])
    .where(isSettled)
    .orderBy("tx", "desc")
    .orderBy("seq", "desc")
    .limit(1),
);

/** The last event of the log; null for an empty log. */
export async function findLastSettled(on: Connection): Promise<(LogPosition & { id: string }) | null> {
  const [last] = await selectLast(on, {});
  return last ?? null;
}

const selectPosition = compiled("event-feed-position", (db, p: { id: string }) =>
  db.selectFrom("tradewind.event").select(["tx", "seq"]).where("id", "=", p.id),
);

/** Null for an event that never was, or that was deleted because of its age. */
export async function findPositionOf(on: Connection, id: string): Promise<LogPosition | null> {
  const [found] = await selectPosition(on, { id });
  return found ?? null;
}
