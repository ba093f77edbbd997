import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import {
  compiled,
  compiledReturningWrite,
  compiledSql,
  run,
  sqlFor,
  withParts,
} from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { membersAdded, membersRemoved } from "../customers/index.ts";
import type { Segment, SegmentRules } from "./segment.ts";
import { matchesRules } from "./segment-condition-store.ts";

const insert = compiled("segment-insert", (db, p: { id: string; rules: string }) =>
  db.insertInto("tradewind.segment").values({ id: p.id, rules: sql`${p.rules}::jsonb` }),
);

const update = compiled("segment-update", (db, p: { id: string; rules: string }) =>
  db
    .updateTable("tradewind.segment")
    .set({ rules: sql`${p.rules}::jsonb`, is_stale: true, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const lock = compiledSql<{ id: string }, Segment>(
  "segment-lock",
  (p) => sql<Segment>`select id, rules from tradewind.segment where id = ${p.id} for update`,
);

export async function insertSegment(tx: Tx, { id, rules }: Segment): Promise<void> {
  await insert(tx, { id, rules: JSON.stringify(rules) });
}

export async function saveRules(tx: Tx, { id, rules }: Segment): Promise<void> {
  await update(tx, { id, rules: JSON.stringify(rules) });
}

export const findSegmentLocked = async (tx: Tx, id: string): Promise<Segment | null> =>
  (await lock(tx, { id }))[0] ?? null;

export async function lockSegment(tx: Tx, id: string): Promise<Segment> {
  const segment = await findSegmentLocked(tx, id);
  if (!segment) throw notFound("Segment", id);
  return segment;
}

const amongSegments = compiledSql<{ ids: string[] }, { id: string }>(
  "segments-named",
  (p) =>
    sql<{
      id: string;
    }>`select id from tradewind.segment where id = any(${p.ids}::text[]) order by id limit 1`,
);

/** The first of these groups that is a segment, or null. */
export const segmentAmong = async (on: Connection, ids: string[]): Promise<string | null> =>
  ids.length === 0 ? null : ((await amongSegments(on, { ids }))[0]?.id ?? null);

export interface ListedSegment extends Segment {
  is_stale: boolean;
  /** In seconds; null if it was never refreshed. */
  age: number | null;
}

const all = compiledSql<object, ListedSegment>(
  "segments-all",
  () => sql<ListedSegment>`select id, rules, is_stale, extract(epoch from now() - refreshed_at)::float8 as age
    from tradewind.segment order by id`,
);

export const listSegments = (on: Connection): Promise<ListedSegment[]> => all(on, {});

const finish = compiledReturningWrite<{ id: string; rules: string }, unknown>(
  "segment-refreshed",
  { updates: ["tradewind.segment"] },
  // Not if the rules have changed meanwhile.
  (p) => sql`update tradewind.segment set is_stale = false, refreshed_at = now()
    where id = ${p.id} and rules = ${p.rules}::jsonb`,
);

export async function markRefreshed(tx: Tx, { id, rules }: Segment): Promise<void> {
  await finish(tx, { id, rules: JSON.stringify(rules) });
}

const count = compiledReturningWrite<{ id: string; change: number }, unknown>(
  "segment-count",
  { updates: ["tradewind.segment"] },
  (p) => sql`update tradewind.segment set members = greatest(members + ${p.change}, 0) where id = ${p.id}`,
);

interface Compared {
  added: number;
  removed: number;
}

/** Compares some customers with the rules, and makes members of those who match, and of no others. Under the lock of the segment. */
export async function compareCustomers(
  tx: Tx,
  { id, rules }: Segment,
  ids: readonly string[],
): Promise<Compared> {
  const statement = sql<Compared>`
    with matching as materialized (
      select customer.id from customer where customer.id = any(${ids}::text[]) and ${matchesRules(rules)}),
    added as (${membersAdded({ groupId: id, ids: sql`select id from matching` })} returning 1),
    removed as (${membersRemoved({
      groupId: id,
      ids: sql`select unnest(${ids}::text[]) except select id from matching`,
    })} returning 1)
    select (select count(*)::integer from added) as added, (select count(*)::integer from removed) as removed`;
  const { sql: text, parameters: values } = statement.compile(sqlFor);
  const writes = withParts({}, [membersAdded, membersRemoved]);
  const [compared] = await tx.run<Compared>({ text, values, writes } as never);
  const change = compared!.added - compared!.removed;
  if (change !== 0) await count(tx, { id, change });
  return compared!;
}

const after = compiledSql<{ last: string; most: number }, { id: string }>(
  "segment-customers-after",
  (p) => sql<{ id: string }>`select id from customer where id > ${p.last} order by id limit ${p.most}`,
);

/** The next customers by id, deleted ones included. */
export const customersAfter = async (on: Connection, last: string, most: number): Promise<string[]> =>
  (await after(on, { last, most })).map(({ id }) => id);

const take = compiledReturningWrite<{ most: number }, { customer_id: string }>(
  "segment-take-changes",
  { deletes: ["tradewind.segment_change"] },
  (p) => sql<{ customer_id: string }>`delete from tradewind.segment_change where ctid = any(array(
    select ctid from tradewind.segment_change limit ${p.most} for update skip locked)) returning customer_id`,
);

/** Takes changed customers from the queue. */
export async function takeChanged(tx: Tx, most: number): Promise<{ taken: number; ids: string[] }> {
  const rows = await take(tx, { most });
  return { taken: rows.length, ids: [...new Set(rows.map(({ customer_id }) => customer_id))].sort() };
}

interface EventSpan {
  from: string;
  to: string;
}

const span = compiledSql<object, EventSpan>(
  "segment-events-span",
  () => sql<EventSpan>`select tx::text as from, pg_snapshot_xmin(pg_current_snapshot())::text as to
    from tradewind.segment_cursor for update`,
);

const queue = compiledReturningWrite<EventSpan, unknown>(
  "segment-queue-events",
  { inserts: ["tradewind.segment_change"] },
  (p) => sql`insert into tradewind.segment_change (customer_id)
    select distinct entity_id from tradewind.event
    where tx >= ${p.from}::xid8 and tx < ${p.to}::xid8
      and split_part(name, '.', 1) = 'customer' and entity_id is not null`,
);

const move = compiledReturningWrite<{ to: string }, unknown>(
  "segment-events-read",
  { updates: ["tradewind.segment_cursor"] },
  (p) => sql`update tradewind.segment_cursor set tx = greatest(tx, ${p.to}::xid8)`,
);

/**
 * Customers of the events since the last time: new ones, and those whose account or addresses have changed. Not by a
 * subscriber: a shop without any sends no notification after a checkout.
 */
export async function queueFromEvents(tx: Tx): Promise<void> {
  const [unread] = await span(tx, {});
  await queue(tx, unread!);
  await move(tx, { to: unread!.to });
}

const begin = compiledReturningWrite<object, unknown>(
  "segment-begin-events",
  { updates: ["tradewind.segment_cursor"] },
  () => sql`update tradewind.segment_cursor set tx = pg_snapshot_xmin(pg_current_snapshot())
    where not exists (select from tradewind.segment)`,
);

/** Before the first segment: all customers are compared with it, so what happened before does not matter. */
export async function beginEvents(tx: Tx): Promise<void> {
  await begin(tx, {});
}

/** No more are counted. */
export const MOST_COUNTED = 10_000;

export interface PreviewedCustomer {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
}

/** How many customers match, up to the limit, and a few of them. */
export async function previewRules(on: Connection, rules: SegmentRules) {
  const matching = (
    most: number,
  ) => sql<PreviewedCustomer>`select customer.id, customer.email, customer.first_name,
    customer.last_name from customer where ${matchesRules(rules)} limit ${most}`;
  const raw = <Row>(statement: ReturnType<typeof sql<Row>>) => ({ compile: () => statement.compile(sqlFor) });
  const [counted] = await run(
    on,
    raw(
      sql<{ count: number }>`select count(*)::integer as count from (${matching(MOST_COUNTED + 1)}) counted`,
    ) as never,
  );
  const customers = await run(on, raw(matching(5)) as never);
  return { count: (counted as { count: number }).count, customers: customers as PreviewedCustomer[] };
}
