import type pg from "pg";

/** A column to walk along in batches, from the smallest id to the largest. It has an index. */
export interface IdColumn {
  /** As SQL has it: `"order"`. */
  table: string;
  column?: string;
}

/** Ids behind a place. */
export interface PageOfIds {
  ids: string[];
  /** The last id; null if no ids follow. */
  place: string | null;
}

/** Rows that v1 adds meanwhile are met if their ids are larger, as those of v1 are. */
export async function pageOfIds(
  client: pg.Client,
  { table, column = "id" }: IdColumn,
  { place, size }: { place: string; size: number },
): Promise<PageOfIds> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct ${column} as id from ${table} where ${column} > $1 order by id limit $2`,
    [place, size],
  );
  const ids = rows.map(({ id }) => id);
  return { ids, place: ids.length < size ? null : ids.at(-1)! };
}

/** The estimate of the planner: exact counts of large tables take long. */
export async function estimatedRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select case when reltuples >= 0 then reltuples::bigint else (select count(*) from ${table}) end as count
     from pg_class where oid = to_regclass($1)`,
    [table],
  );
  return Number(rows[0]?.count ?? 0);
}
