import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultFolder } from "./migrate.ts";
import type { RunSql } from "./search-path.ts";

/** Indexes and triggers that the migrations make, by their names. Caches, searches and totals rely on them. */
export interface SchemaObjects {
  indexes: string[];
  triggers: string[];
}

/** Those of a database, and which of them do not work. */
interface FoundObjects extends SchemaObjects {
  invalidIndexes: string[];
  disabledTriggers: string[];
}

// Without the indexes of constraints: who drops those drops the constraint.
const INDEXES = `select format('%s.%s', n.nspname, c.relname) as name, indisvalid and indisready as works
  from pg_index join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'tradewind')
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`;

// Internal triggers check foreign keys. They have numbers for names, and are switched off together with the others.
const TRIGGERS = `select format('%s on %s.%s', case when tgisinternal then 'foreign keys' else tgname end, n.nspname, c.relname) as name,
    bool_and(tgenabled in ('O', 'A')) as works, tgisinternal as is_internal
  from pg_trigger join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'tradewind')
  group by 1, tgisinternal`;

interface Row {
  name: string;
  works: boolean;
  is_internal?: boolean;
}

const namesOf = (rows: Row[]) => rows.map(({ name }) => name).sort();
const broken = (rows: Row[]) => namesOf(rows.filter(({ works }) => !works));

/** Reads only. */
export async function readObjects(query: RunSql): Promise<FoundObjects> {
  const indexes = (await query(INDEXES)).rows as Row[];
  const triggers = (await query(TRIGGERS)).rows as Row[];
  return {
    indexes: namesOf(indexes),
    triggers: namesOf(triggers.filter((row) => !row.is_internal)),
    invalidIndexes: broken(indexes),
    disabledTriggers: broken(triggers),
  };
}

export const readExpectedObjects = async (): Promise<SchemaObjects> =>
  JSON.parse(await readFile(join(defaultFolder, "schema-objects.json"), "utf8")) as SchemaObjects;
