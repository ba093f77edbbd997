import { ADOPTION_SCHEMA, ADOPTION_STATE } from "./adoption.ts";
import type { RunSql } from "./migrate.ts";

/** A table in a schema of its own marks the target of a move until the move is complete. */
export const MOVE_SCHEMA = "tradewind_move";
export const MOVE_STATE = `${MOVE_SCHEMA}.state`;

/** What a database holds. Tables in schemas that Tradewind does not use do not count. */
export type DatabaseContent =
  | { kind: "empty" | "shop" | "v1" | "unfinished move" | "unfinished adoption" }
  /** Tables of another program, in the schemas that Tradewind uses. */
  | { kind: "foreign"; tables: string[] };

interface Found {
  is_moving: boolean;
  is_being_adopted: boolean;
  has_list: boolean;
  may_be_v1: boolean;
  tables: string[];
}

// Tables of extensions do not count. The first statement of a migration that was killed leaves the list without a row.
const FOUND = `
  select to_regclass('${MOVE_STATE}') is not null as is_moving,
    exists (select from pg_tables where schemaname = '${ADOPTION_SCHEMA}' and tablename = 'state'
      and has_schema_privilege(schemaname, 'usage')) as is_being_adopted,
    to_regclass('tradewind.migration') is not null as has_list,
    to_regclass('public.migrations') is not null
      and has_table_privilege(to_regclass('public.migrations'), 'select') as may_be_v1,
    array(select format('%I.%I', nspname, relname) from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'tradewind', 'graphile_worker') and relkind in ('r', 'p', 'v', 'm', 'f')
        and (nspname, relname) <> ('tradewind', 'migration')
        and not exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
      order by 1) as tables`;

/** Reads only. */
export async function contentOf(query: RunSql): Promise<DatabaseContent> {
  const { rows } = await query(FOUND);
  const { is_moving, is_being_adopted, has_list, may_be_v1, tables } = rows[0] as Found;
  const hasRow = async (text: string) => (await query(text)).rows.length > 0;
  if (is_moving) return { kind: "unfinished move" };
  if (is_being_adopted && (await hasRow(UNFINISHED_ADOPTION))) return { kind: "unfinished adoption" };
  if (has_list && (await hasRow("select from tradewind.migration limit 1"))) return { kind: "shop" };
  if (may_be_v1 && (await hasRow(FIRST_MIGRATION_OF_V1))) return { kind: "v1" };
  return tables.length === 0 ? { kind: "empty" } : { kind: "foreign", tables };
}

// As text: another program may have a table of this name with other columns.
const FIRST_MIGRATION_OF_V1 =
  "select from public.migrations applied where applied::text like '%initialSchema1611063162649%' limit 1";

// Afterwards Tradewind may start: v1 may run beside it until `tradewind adopt --finish`.
const UNFINISHED_ADOPTION = `select from ${ADOPTION_STATE} where backfilled_at is null`;

const SHOWN_TABLES = 5;

/** Why Tradewind does not use a database with this content; null for an empty one and for a shop. */
export function contentProblem(content: DatabaseContent): string | null {
  switch (content.kind) {
    case "v1":
      return "this is a database of Medusa v1, and stays as it is. To see what adopting it means: tradewind adopt";
    case "foreign":
      return `this database has tables of another program (${shown(content.tables)}); Tradewind leaves it as it is and needs an empty database`;
    case "unfinished move":
      return "this database has a part of a shop: a move to it was interrupted. Repeat: tradewind move --to …";
    case "unfinished adoption":
      return "the adoption of this database was interrupted. Run again: tradewind adopt --yes (or go back: tradewind adopt --undo)";
    default:
      return null;
  }
}

const shown = (tables: readonly string[]) =>
  [...tables.slice(0, SHOWN_TABLES), ...(tables.length > SHOWN_TABLES ? ["…"] : [])].join(", ");
