import pg from "pg";
import { schemaOf } from "../installed-plugin.ts";

/** What the database has of a plugin, which may be installed or not. */
export interface StoredPlugin {
  name: string;
  migrations: { id: string; appliedAt: Date }[];
  tables: { name: string; rows: number; bytes: number }[];
  fields: { entity: string; name: string }[];
}

const PREFIX = "plugin_";

/** Names have hyphens where schemas have underscores, and no underscores. */
const nameOf = (schema: string) => schema.slice(PREFIX.length).replaceAll("_", "-");

export async function listStoredPlugins(connection: pg.ClientConfig): Promise<StoredPlugin[]> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string }>(
      `select nspname as schema from pg_namespace
        where to_regclass(format('%I.tradewind_migration', nspname)) is not null and starts_with(nspname, $1)
      union select $1 || replace(plugin, '-', '_') from tradewind.plugin_field order by 1`,
      [PREFIX],
    );
    const plugins: StoredPlugin[] = [];
    for (const { schema } of rows) plugins.push(await readStored(client, nameOf(schema)));
    return plugins;
  } finally {
    await client.end();
  }
}

async function readStored(client: pg.Client, name: string): Promise<StoredPlugin> {
  const schema = schemaOf(name);
  const { rows: fields } = await client.query<StoredPlugin["fields"][number]>(
    "select entity, name from tradewind.plugin_field where plugin = $1 order by entity, name",
    [name],
  );
  const { rows: known } = await client.query("select from pg_namespace where nspname = $1", [schema]);
  if (known.length === 0) return { name, migrations: [], tables: [], fields };
  const { rows: migrations } = await client.query<StoredPlugin["migrations"][number]>(
    `select id, applied_at as "appliedAt" from ${client.escapeIdentifier(schema)}.tradewind_migration order by id`,
  );
  const { rows: tables } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
      where relnamespace = to_regnamespace($1) and relkind in ('r', 'p') and relname <> 'tradewind_migration' order by 1`,
    [client.escapeIdentifier(schema)],
  );
  const counted: StoredPlugin["tables"] = [];
  for (const { name: table, bytes } of tables) {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::float8 as rows from ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`,
    );
    counted.push({ name: table, rows: rows[0]!.rows, bytes });
  }
  return { name, migrations, tables: counted, fields };
}
