import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

const lock = compiledSql<object, { seq: number }>(
  "low-stock-lock",
  () => sql<{ seq: number }>`select seq from tradewind.low_stock_cursor for update`,
);

export async function lockCursor(tx: Tx): Promise<number> {
  const [cursor] = await lock(tx, {});
  return cursor!.seq;
}

interface SoldVariant {
  seq: number;
  variant_id: string | null;
}

// Up to the first event that an open transaction may still precede.
const sold = compiledSql<{ seq: number; most: number }, SoldVariant>(
  "low-stock-sold",
  (
    p,
  ) => sql<SoldVariant>`with placed as (select seq, entity_id, tx < pg_snapshot_xmin(pg_current_snapshot()) as is_settled
        from tradewind.event where name = 'order.placed' and seq > ${p.seq}::bigint order by seq limit ${p.most}::integer),
      settled as (select * from placed
        where seq < coalesce((select min(seq) from placed where not is_settled), 9223372036854775807))
    select settled.seq, line.variant_id from settled
    left join public.line_item line on line.order_id = settled.entity_id and line.variant_id is not null`,
);

/** The variants of the next orders in the log. */
export const listSold = (on: Connection, after: number, most: number): Promise<SoldVariant[]> =>
  sold(on, { seq: after, most });

const move = compiledReturningWrite<{ seq: number }, unknown>(
  "low-stock-move",
  { updates: ["tradewind.low_stock_cursor"] },
  (p) => sql`update tradewind.low_stock_cursor set seq = ${p.seq}::bigint`,
);

export const moveCursor = (tx: Tx, seq: number) => move(tx, { seq });

const note = compiledReturningWrite<{ ids: readonly string[] }, { variant_id: string }>(
  "low-stock-note",
  { inserts: ["tradewind.low_stock_notice"] },
  (p) => sql<{ variant_id: string }>`insert into tradewind.low_stock_notice (variant_id)
    select unnest(${p.ids}::text[]) on conflict do nothing returning variant_id`,
);

/** Those that were not noted before. */
export const noteLow = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await note(tx, { ids })).map(({ variant_id }) => variant_id);

const noted = compiledSql<{ most: number }, { variant_id: string }>(
  "low-stock-noted",
  (p) => sql<{ variant_id: string }>`select variant_id from tradewind.low_stock_notice
    order by random() limit ${p.most}::integer`,
);

/** Some of those that were noted. */
export const listNoted = async (on: Connection, most: number): Promise<string[]> =>
  (await noted(on, { most })).map(({ variant_id }) => variant_id);

const forget = compiledReturningWrite<{ ids: readonly string[] }, unknown>(
  "low-stock-forget",
  { deletes: ["tradewind.low_stock_notice"] },
  (p) => sql`delete from tradewind.low_stock_notice where variant_id = any(${p.ids}::text[])`,
);

export const forgetNoted = (tx: Tx, ids: readonly string[]) => forget(tx, { ids });
