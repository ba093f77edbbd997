import { ADOPTION_SCHEMA, ADOPTION_STATE } from "../adoption.ts";
import type { RunSql } from "./search-path.ts";

/** A table in a schema of its own marks the target of a move until the move is complete. */
export const MOVE_SCHEMA = "tradewind_move";
export const MOVE_STATE = `${MOVE_SCHEMA}.state`;

/** What a database holds. Tables in schemas that Tradewind does not use do not count. */
export type DatabaseContent =
  | { kind: "empty" | "shop" | "v1" | "unfinished move" | "unfinished adoption" }
  /** Tables of another program, in the schemas that Tradewind uses. */
  | { kind: "foreign"; tables: string[] }
  /** Tables of v1 in another schema than public: `database_schema` of v1, or a search path. */
  | { kind: "v1 elsewhere"; place: PlaceOfV1 }
  /** A shop, and tables of v1 in another schema that the search path leads to. */
  | { kind: "shop and v1"; place: PlaceOfV1 }
  /** Nothing, and the search path leads to another schema than public. */
  | { kind: "other path"; path: string };

/** Names are quoted where they need it. */
export interface PlaceOfV1 {
  schema: string;
  role: string;
  database: string;
}

interface Found {
  is_moving: boolean;
  is_being_adopted: boolean;
  has_list: boolean;
  may_be_v1: boolean;
  tables: string[];
  v1_elsewhere: (PlaceOfV1 & { is_in_path: boolean })[];
  path: string;
  leads_elsewhere: boolean;
}

// The path of the role, the database or the address: a session of ours has set another one.
const PATH = `select btrim(part, ' "') as name, place
  from pg_settings setting, unnest(string_to_array(reset_val, ',')) with ordinality as listed (part, place)
  where setting.name = 'search_path'`;

// Some tables that only v1 has together. Whether the list of its migrations can be read does not matter.
const V1_ELSEWHERE = `
  select quote_ident(nspname) as schema, quote_ident(current_user) as role, quote_ident(current_database()) as database,
    exists (select from path where replace(path.name, '$user', current_user) = nspname) as is_in_path
  from pg_namespace n where nspname not in ('public', 'tradewind') and 4 = (select count(*) from pg_class
    where relnamespace = n.oid and relkind in ('r', 'p')
      and relname in ('order', 'product_variant', 'money_amount', 'line_item'))
  order by is_in_path desc, nspname`;

// Tables of extensions do not count. The first statement of a migration that was killed leaves the list without a row.
const FOUND = `with path as (${PATH})
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
      order by 1) as tables,
    (select coalesce(jsonb_agg(found), '[]') from (${V1_ELSEWHERE}) found) as v1_elsewhere,
    (select string_agg(name, ', ' order by place) from path) as path,
    coalesce((select name from path where name not in ('$user', 'pg_catalog', 'pg_temp', 'tradewind', 'graphile_worker')
      and name not in (select nspname from pg_extension join pg_namespace n on n.oid = extnamespace where nspname <> 'public')
      order by place limit 1), '') <> 'public' as leads_elsewhere`;

/** Reads only. */
export async function contentOf(query: RunSql): Promise<DatabaseContent> {
  const { rows } = await query(FOUND);
  const found = rows[0] as Found;
  const hasRow = async (text: string) => (await query(text)).rows.length > 0;
  const [elsewhere] = found.v1_elsewhere;
  if (found.is_moving) return { kind: "unfinished move" };
  if (found.is_being_adopted && (await hasRow(UNFINISHED_ADOPTION))) return { kind: "unfinished adoption" };
  if (found.has_list && (await hasRow("select from tradewind.migration limit 1"))) {
    // A shop may have a copy of v1's tables beside it, as long as nothing leads there.
    return elsewhere?.is_in_path ? { kind: "shop and v1", place: elsewhere } : { kind: "shop" };
  }
  // If the path leads there, v1 works there, and what public has is older.
  if (elsewhere?.is_in_path) return { kind: "v1 elsewhere", place: elsewhere };
  if (found.may_be_v1 && (await hasRow(FIRST_MIGRATION_OF_V1))) return { kind: "v1" };
  if (elsewhere) return { kind: "v1 elsewhere", place: elsewhere };
  if (found.tables.length > 0) return { kind: "foreign", tables: found.tables };
  return found.leads_elsewhere ? { kind: "other path", path: found.path } : { kind: "empty" };
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
    case "v1 elsewhere":
      return elsewhereProblem(content.place);
    case "shop and v1":
      return `this database has a shop of Tradewind in the schema public, and the search_path leads to tables of Medusa v1 in the schema ${content.place.schema}. Remove search_path from DATABASE_URL, the role and the database to use the shop; to adopt v1 instead, copy it into a database of its own (pg_dump --schema)`;
    case "other path":
      return `the search_path of this connection is "${content.path}", and Tradewind uses the schema public. Remove search_path from DATABASE_URL; the owner removes it from the role and the database with ALTER ROLE … RESET search_path and ALTER DATABASE … RESET search_path`;
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

/** The statements move the tables with everything that belongs to them. Old grants stay, and so does what public had. */
const elsewhereProblem = ({ schema, role, database }: PlaceOfV1) =>
  [
    `this database has the tables of Medusa v1 in the schema ${schema}; Tradewind uses them in the schema public only. Nothing was changed. Stop v1, and let the owner of both schemas run:`,
    "  ALTER SCHEMA public RENAME TO public_before;",
    `  ALTER SCHEMA ${schema} RENAME TO public;`,
    `  ALTER ROLE ${role} RESET search_path; ALTER ROLE ${role} IN DATABASE ${database} RESET search_path;`,
    `  ALTER DATABASE ${database} RESET search_path;`,
    "Remove database_schema from medusa-config.js, and search_path from DATABASE_URL. v1 runs as before. Then: tradewind adopt",
  ].join("\n");
