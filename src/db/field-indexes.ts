import pg from "pg";
import { FIELD_INDEX } from "./custom-fields.ts";

/** Of an index in `pg_class`, the plugin whose field it is for, or null. Names of indexes cannot say it: they are made of what is indexed. */
export const PLUGIN_OF_INDEX = "substring(obj_description(pg_class.oid, 'pg_class') from '^plugin:(.*)$')";

export const commentOnIndex = (name: string, plugin: string | null): string =>
  `comment on index public."${name}" is ${plugin === null ? "null" : pg.escapeLiteral(`plugin:${plugin}`)}`;

/** Drops the indexes of the fields of a plugin that was taken out. */
export async function removeFieldIndexes(client: pg.Client, plugin: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i'
      and starts_with(relname, $1) and ${PLUGIN_OF_INDEX} = $2`,
    [FIELD_INDEX, plugin],
  );
  for (const { name } of rows) await client.query(`drop index if exists public."${name}"`);
}
