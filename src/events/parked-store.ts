import { sql } from "kysely";
import type { Connection, Tx } from "../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../db/statements.ts";
import type { LogPosition } from "./cursor-store.ts";

/** An event that a subscriber could not handle, or that waits behind one of the same entity. */
export interface Parked extends LogPosition {
  entity: string;
  /** 0 for an event that waits for another. */
  attempts: number;
  /** Milliseconds until it may be tried. */
  pause: number;
  reason: string | null;
}

export interface ParkedEvent extends LogPosition {
  entity: string;
  attempts: number;
  id: string;
  name: string;
  occurred_at: Date;
  traceparent: string | null;
  data: Record<string, unknown>;
}

interface ParkedRows {
  name: string;
  entities: string[];
  txs: string[];
  seqs: number[];
  attempts: number[];
  pauses: number[];
  reasons: (string | null)[];
}

const rowsOf = (name: string, parked: readonly Parked[]): ParkedRows => ({
  name,
  entities: parked.map(({ entity }) => entity),
  txs: parked.map(({ tx }) => tx),
  seqs: parked.map(({ seq }) => seq),
  attempts: parked.map(({ attempts }) => attempts),
  pauses: parked.map(({ pause }) => pause),
  reasons: parked.map(({ reason }) => reason),
});

const save = compiledReturningWrite<ParkedRows, unknown>(
  "subscriber-park",
  { inserts: ["tradewind.event_parked"], updates: ["tradewind.event_parked"] },
  (p) => sql`insert into tradewind.event_parked
      (subscriber, entity, tx, seq, attempts, next_try_at, last_error)
    select ${p.name}, entity, tx::xid8, seq, attempts,
      clock_timestamp() + pause * interval '1 millisecond', reason
    from unnest(${p.entities}::text[], ${p.txs}::text[], ${p.seqs}::bigint[], ${p.attempts}::int[],
      ${p.pauses}::float8[], ${p.reasons}::text[]) parked (entity, tx, seq, attempts, pause, reason)
    on conflict (subscriber, entity, tx, seq) do update set
      attempts = excluded.attempts, next_try_at = excluded.next_try_at, last_error = excluded.last_error`,
);

/** Parks events, or notes that they failed once more. */
export async function saveParked(tx: Tx, subscriber: string, parked: readonly Parked[]): Promise<void> {
  if (parked.length > 0) await save(tx, rowsOf(subscriber, parked));
}

const remove = compiledReturningWrite<{ name: string; seqs: number[] }, unknown>(
  "subscriber-unpark",
  { deletes: ["tradewind.event_parked"] },
  (p) =>
    sql`delete from tradewind.event_parked where subscriber = ${p.name} and seq = any(${p.seqs}::bigint[])`,
);

export async function deleteParked(tx: Tx, subscriber: string, seqs: readonly number[]): Promise<void> {
  if (seqs.length > 0) await remove(tx, { name: subscriber, seqs: [...seqs] });
}

const count = compiled("subscriber-parked-count", (db, p: { name: string }) =>
  db
    .selectFrom("tradewind.event_parked")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("subscriber", "=", p.name),
);

export async function countParked(on: Connection, subscriber: string): Promise<number> {
  const [counted] = await count(on, { name: subscriber });
  return counted!.count;
}

// Only the first event of an entity may be tried, so only its time counts.
const heads = (name: string) => sql`select distinct on (entity) entity, next_try_at
  from tradewind.event_parked where subscriber = ${name} order by entity, tx, seq`;

const due = compiledSql<{ name: string }, ParkedEvent>(
  "subscriber-parked-due",
  (p) => sql<ParkedEvent>`with heads as (${heads(p.name)}),
    due as (select * from heads where next_try_at <= clock_timestamp() order by next_try_at, entity limit 10)
    select parked.entity, parked.tx, parked.seq, parked.attempts, event.id, event.name, event.occurred_at,
      event.traceparent, event.data
    from due
    cross join lateral (select * from tradewind.event_parked parked
      where parked.subscriber = ${p.name} and parked.entity = due.entity order by tx, seq limit 100) parked
    join tradewind.event on event.seq = parked.seq
    order by due.next_try_at, parked.entity, parked.tx, parked.seq`,
);

/** Of ten entities whose first event may be tried now, that event and some that wait behind it, in order. */
export const listDueParked = (on: Connection, subscriber: string): Promise<ParkedEvent[]> =>
  due(on, { name: subscriber });

const next = compiledSql<{ name: string }, { pause: number | null }>(
  "subscriber-parked-next",
  (p) => sql<{ pause: number | null }>`with heads as (${heads(p.name)})
    select ceil(extract(epoch from min(next_try_at) - clock_timestamp()) * 1000) as pause from heads`,
);

/** Milliseconds until the next attempt; null if no event is parked. */
export async function pauseUntilDue(on: Connection, subscriber: string): Promise<number | null> {
  const [row] = await next(on, { name: subscriber });
  return row?.pause ?? null;
}
