import type pg from "pg";
import { MOVE_SCHEMA } from "../db/schema/database-content.ts";
import { MoveProblem, rowsOf, type Sides } from "./connection.ts";

/** Names are quoted and have their schema. */
export interface Table {
  name: string;
  columns: string[];
  /** Without columns that PostgreSQL computes. */
  copied: string[];
  /** The rows that are copied, as the part of a statement after `from`. */
  rows: string;
}

interface FoundTable {
  name: string;
  columns: string[];
  types: string[];
  copied: string[];
}

/** SQL: the schemas of the shop, with those of plugins. */
const OWN_SCHEMAS = `nspname !~ '^pg_' and nspname not in ('information_schema', '${MOVE_SCHEMA}')`;

const TABLES = `
  select format('%I.%I', nspname, relname) as name,
    array_agg(quote_ident(attname) order by attnum) as columns,
    array_agg(format_type(atttypid, atttypmod) order by attnum) as types,
    coalesce(array_agg(quote_ident(attname) order by attnum) filter (where attgenerated = ''), '{}') as copied
  from pg_class c join pg_namespace n on n.oid = relnamespace
  join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  where relkind in ('r', 'p', 'm', 'f') and ${OWN_SCHEMAS}
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  group by 1 order by 1`;

// They have transaction ids of the old server: what has changed there, and answers that are current there.
const WITHOUT_ROWS = ["tradewind.change_log", "tradewind.stored_answer"];

/** All tables of the shop. Refuses a table or a column that the new database does not have. */
export async function tablesToCopy({ source, target }: Sides): Promise<Table[]> {
  const [found, there] = [await rowsOf<FoundTable>(source, TABLES), await rowsOf<FoundTable>(target, TABLES)];
  const typesThere = new Map(there.map((table) => [table.name, typesOf(table)]));
  for (const table of found) refuseUnknown(table, typesThere.get(table.name));
  return found.map(({ name, columns, copied }) => ({
    name,
    columns,
    copied,
    rows: WITHOUT_ROWS.includes(name) ? `${name} where false` : name,
  }));
}

const typesOf = ({ columns, types }: FoundTable) =>
  new Map(columns.map((column, index) => [column, types[index]!]));

const BY_PG_DUMP =
  "and the move would lose it. Copy the database with pg_dump and pg_restore of PostgreSQL 18 instead, or remove it first.";

function refuseUnknown(table: FoundTable, there: Map<string, string> | undefined): void {
  if (!there) throw new MoveProblem(`The table ${table.name} does not belong to Tradewind, ${BY_PG_DUMP}`);
  for (const [column, type] of typesOf(table)) {
    if (there.get(column) !== type) {
      throw new MoveProblem(
        `The column ${column} (${type}) of ${table.name} does not belong to Tradewind, ${BY_PG_DUMP}`,
      );
    }
  }
}

// With the search path of a move, names of objects have their schema.
const OTHER_OBJECTS = `
  select 'index ' || indexrelid::regclass as name from pg_index join pg_class c on c.oid = indexrelid
    join pg_namespace n on n.oid = relnamespace where ${OWN_SCHEMAS}
  union all select 'view ' || c.oid::regclass from pg_class c
    join pg_namespace n on n.oid = relnamespace where relkind = 'v' and ${OWN_SCHEMAS}
  union all select format('trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger where not tgisinternal
  union all select 'function ' || p.oid::regprocedure from pg_proc p
    join pg_namespace n on n.oid = pronamespace where ${OWN_SCHEMAS}`;

const namesIn = async (client: pg.Client) =>
  (await rowsOf<{ name: string }>(client, OTHER_OBJECTS)).map(({ name }) => name);

/** Indexes, views, triggers and functions of the shop's own, which stay behind. */
export async function objectsLeftBehind({ source, target }: Sides): Promise<string[]> {
  const there = new Set(await namesIn(target));
  return (await namesIn(source)).filter((name) => !there.has(name)).sort();
}
