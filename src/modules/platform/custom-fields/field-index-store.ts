import { createHash } from "node:crypto";
import { FIELD_INDEX } from "../../../db/custom-fields.ts";
import type { Db } from "../../../db/database.ts";
import { commentOnIndex, PLUGIN_OF_INDEX } from "../../../db/field-indexes.ts";
import { CUSTOMIZED, type Field } from "../../../graph/custom-fields/declaration.ts";
import type { DeclaredFields } from "../../../graph/custom-fields/declared-fields.ts";
import { fieldSql } from "../../../graph/custom-fields/field-filter.ts";

const LOCK = "tradewind:custom-field-indexes";

interface Wanted {
  name: string;
  on: string;
  /** The plugin that declares the field; null for one of the settings. */
  plugin: string | null;
}

interface Found {
  name: string;
  is_valid: boolean;
  plugin: string | null;
}

/** The name follows from what is indexed: another expression is another index. */
function indexOf(field: Field): Wanted {
  const value = fieldSql(field, "");
  const method = field.type === "choices" ? `gin (${value})` : `btree (${value})`;
  const on = `public."${CUSTOMIZED[field.entity_name]}" using ${method}`;
  return {
    name: FIELD_INDEX + createHash("sha256").update(on).digest("hex").slice(0, 16),
    on,
    plugin: field.plugin,
  };
}

/**
 * Creates the indexes of fields that lists are filtered by, and drops those of others. Those of plugins that this process does not have
 * stay: another one may have them, and `tradewind plugins remove-data` drops them. They are built while the tables are written
 * to, so it is outside of a transaction, on a connection of its own; of several processes one works.
 */
export async function followIndexes(
  db: Db,
  declared: DeclaredFields,
  plugins: readonly string[],
): Promise<void> {
  await declared.refresh(db);
  const wanted = declared.all.filter(({ filter }) => filter).map(indexOf);
  const client = db.directClient();
  await client.connect();
  try {
    const { rows: lock } = await client.query("select pg_try_advisory_lock(hashtext($1)) as is_mine", [LOCK]);
    if (!lock[0].is_mine) return;
    const { rows: found } = await client.query<Found>(
      `select relname as name, indisvalid as is_valid, ${PLUGIN_OF_INDEX} as plugin from pg_index join pg_class on pg_class.oid = indexrelid
       where relnamespace = 'public'::regnamespace and starts_with(relname, $1)`,
      [FIELD_INDEX],
    );
    // One that could not be finished is built again.
    const outdated = found.filter(
      ({ name, is_valid, plugin }) =>
        !is_valid ||
        (wanted.every((index) => index.name !== name) && (plugin === null || plugins.includes(plugin))),
    );
    for (const { name } of outdated) await client.query(`drop index concurrently if exists public."${name}"`);
    const usable = new Map(found.filter(({ is_valid }) => is_valid).map((index) => [index.name, index]));
    for (const { name, on, plugin } of wanted) {
      if (!usable.has(name)) await client.query(`create index concurrently "${name}" on ${on}`);
      if ((usable.get(name)?.plugin ?? null) !== plugin) await client.query(commentOnIndex(name, plugin));
    }
  } finally {
    await client.end();
  }
}
