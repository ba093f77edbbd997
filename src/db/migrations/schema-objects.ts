import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunSql } from "../schema/search-path.ts";
import { defaultFolder } from "./migrate.ts";

/** A primary key, a unique constraint or a foreign key. */
export interface Constraint {
  name: string;
  table: string;
  /** What it says, without its name: databases that were adopted from v1 may have other names. */
  rule: string;
}

/** tgenabled: O in ordinary sessions, R in replication, A always, D never. */
type TriggerState = "O" | "R" | "A" | "D";

/** What the migrations make beside tables. Caches, searches and totals rely on it. */
export interface SchemaObjects {
  constraints: Constraint[];
  /** Names. */
  indexes: string[];
  /** By `name on table`. */
  triggers: Record<string, TriggerState>;
}

/** A trigger of a database. */
export interface FoundTrigger {
  /** `name on table`. */
  label: string;
  /** Both as in SQL. */
  name: string;
  table: string;
  state: TriggerState;
  /** It checks a foreign key. Its name is a number. */
  isInternal: boolean;
}

/** The objects of a database, and which indexes do not work. */
interface FoundObjects extends Omit<SchemaObjects, "triggers"> {
  triggers: FoundTrigger[];
  invalidIndexes: string[];
}

const CONSTRAINTS = `select conname as name, format('%s.%s', n.nspname, c.relname) as table,
    case contype when 'p' then 'primary key' when 'u' then 'unique' else 'foreign key' end
      || format(' (%s)', (select string_agg(attname, ', ' order by place) from unnest(conkey) with ordinality as k (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number))
      || coalesce(' references ' || (select relname from pg_class where oid = confrelid), '') as rule
  from pg_constraint join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'tradewind') and contype in ('p', 'u', 'f')
  order by n.nspname collate "C", c.relname collate "C", conname collate "C"`;

// Without the indexes of constraints: who drops those drops the constraint.
const INDEXES = `select format('%s.%s', n.nspname, c.relname) as name, indisvalid and indisready as works
  from pg_index join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'tradewind')
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by n.nspname collate "C", c.relname collate "C"`;

const TRIGGERS = `select format('%s on %s.%s', case when tgisinternal then 'foreign keys' else tgname end, n.nspname, c.relname) as label,
    quote_ident(tgname) as name, format('%I.%I', n.nspname, c.relname) as table, tgenabled::text as state, tgisinternal as "isInternal"
  from pg_trigger join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'tradewind')
  order by tgname collate "C", n.nspname collate "C", c.relname collate "C"`;

/** Reads only. */
export async function readObjects(query: RunSql): Promise<FoundObjects> {
  const indexes = (await query(INDEXES)).rows as { name: string; works: boolean }[];
  return {
    constraints: (await query(CONSTRAINTS)).rows as Constraint[],
    indexes: indexes.map(({ name }) => name),
    triggers: (await query(TRIGGERS)).rows as FoundTrigger[],
    invalidIndexes: indexes.filter(({ works }) => !works).map(({ name }) => name),
  };
}

export const readExpectedObjects = async (): Promise<SchemaObjects> =>
  JSON.parse(await readFile(join(defaultFolder, "schema-objects.json"), "utf8")) as SchemaObjects;
