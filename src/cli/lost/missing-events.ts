import type pg from "pg";

/** A change that one database has recorded and the other has not. */
export interface MissingEvent {
  id: string;
  name: string;
  entityId: string | null;
  occurredAt: Date;
  data: Record<string, unknown>;
}

type Query = Pick<pg.ClientBase, "query">;

const PAGE = 1_000;

interface Position {
  tx: string;
  seq: string;
}

/**
 * The events of `old` that `now` does not have, the oldest first. A failover cuts off the end of the log, so it is read from the end, until a
 * whole page of events is in both.
 */
export async function missingEvents(old: Query, now: Query): Promise<MissingEvent[]> {
  const missing: MissingEvent[] = [];
  let before: Position | null = null;
  for (;;) {
    const page: (MissingEvent & Position)[] = await eventsBefore(old, before);
    const known = await knownAmong(
      now,
      page.map(({ id }) => id),
    );
    const lost = page.filter(({ id }) => !known.has(id));
    missing.push(...lost.map(({ tx: _tx, seq: _seq, ...event }) => event));
    if (page.length < PAGE || lost.length === 0) return missing.reverse();
    before = page.at(-1)!;
  }
}

async function eventsBefore(on: Query, before: Position | null): Promise<(MissingEvent & Position)[]> {
  const { rows } = await on.query(
    `select id, name, entity_id as "entityId", occurred_at as "occurredAt", data, tx::text, seq::text from tradewind.event
     where $1::text is null or (tx, seq) < ($1::text::xid8, $2::bigint)
     order by tx desc, seq desc limit $3`,
    [before?.tx ?? null, before?.seq ?? null, PAGE],
  );
  return rows;
}

async function knownAmong(on: Query, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await on.query("select id from tradewind.event where id = any($1)", [ids]);
  return new Set(rows.map(({ id }) => id));
}
