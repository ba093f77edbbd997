import type { Db } from "../../src/db/database.ts";

interface Table {
  schema: string;
  name: string;
}

/** All tables of all schemas but PostgreSQL's own. */
const tables = (db: Db): Promise<Table[]> =>
  db.run<Table>({
    text: `select namespace.nspname as schema, class.relname as name from pg_catalog.pg_class class
      join pg_catalog.pg_namespace namespace on namespace.oid = class.relnamespace
      where class.relkind in ('r', 'm', 'p') and namespace.nspname !~ '^(pg_|information_schema)' order by 1, 2`,
    values: [],
  });

const quoted = ({ schema, name }: Table) => `"${schema}"."${name}"`;
const shown = ({ schema, name }: Table) => (schema === "public" ? name : `${schema}.${name}`);

/** The tables with rows that contain the text in any column, and one such row of each. */
export async function rowsWith(db: Db, text: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of await tables(db)) {
    const [row] = await db.run<{ row: string }>({
      text: `select row::text as row from ${quoted(table)} row where row::text ilike '%' || $1 || '%' limit 1`,
      values: [text],
    });
    if (row) found[shown(table)] = row.row;
  }
  return found;
}

export async function rowCounts(db: Db): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of await tables(db)) {
    const [row] = await db.run<{ count: number }>({
      text: `select count(*) as count from ${quoted(table)}`,
      values: [],
    });
    counts.set(shown(table), row!.count);
  }
  return counts;
}

/** Columns in which a merchant, a plugin or a provider may write something about a person. */
const FREE = ["metadata", "custom_fields", "data", "context", "shipping_data"];
const FREE_TEXTS = ["note", "internal_note", "declined_reason", "description", "refusal"];
/** Descriptions of goods. */
const OF_GOODS = ["line_item.description", "line_item_adjustment.description"];
/** Their rows are not all about the person, or have a fixed form. */
const NOT_PLANTED = /^(graphile_worker\.|tradewind\.(event|setting)$|batch_job$)/;

/** Writes the text into every free column of the rows that were written since: each of them has to be erased as well. */
export async function plant(
  db: Db,
  text: string,
  since: { counts: Map<string, number>; xid: number },
): Promise<string[]> {
  const planted: string[] = [];
  const now = await rowCounts(db);
  const grown = (await tables(db)).filter(
    (table) =>
      now.get(shown(table))! > (since.counts.get(shown(table)) ?? 0) && !NOT_PLANTED.test(shown(table)),
  );
  for (const table of grown) {
    const columns = await db.run<{ name: string; type: string }>({
      text: `select column_name as name, data_type as type from information_schema.columns
        where table_schema = $1 and table_name = $2 and column_name = any($3)`,
      values: [table.schema, table.name, [...FREE, ...FREE_TEXTS]],
    });
    for (const { name, type } of columns) {
      const isJson = type === "jsonb";
      if (isJson !== FREE.includes(name) || OF_GOODS.includes(`${table.name}.${name}`)) continue;
      const value = isJson ? `coalesce("${name}", '{}') || jsonb_build_object('planted', $1::text)` : "$1";
      await db.run({
        text: `update ${quoted(table)} set "${name}" = ${value} where xmin::text::bigint >= $2`,
        values: [text, since.xid],
      });
      planted.push(`${shown(table)}.${name}`);
    }
  }
  return planted;
}

export async function currentXid(db: Db): Promise<number> {
  const [row] = await db.run<{ xid: number }>({ text: "select txid_current()::bigint as xid", values: [] });
  return row!.xid;
}
