import pg from "pg";
import { schemaOf } from "../installed-plugin.ts";

/** What the database has of a plugin, which may be installed or not. */
export interface StoredPlugin {
  name: string;
  migrations: { id: string; appliedAt: Date }[];
  tables: { name: string; rows: number; bytes: number }[];
  /** The events that it has subscribed to. */
  subscribers: string[];
  /** How many wait. */
  jobs: number;
  schedules: string[];
  fields: { entity: string; name: string }[];
}

/** What a plugin without data has. */
export const nothingStored = (name: string): StoredPlugin => ({
  name,
  migrations: [],
  tables: [],
  subscribers: [],
  jobs: 0,
  schedules: [],
  fields: [],
});

/**
 * A subscriber is stored as `<plugin>:<event>`, or under a name that its plugin has chosen. Webhooks and the server's own
 * subscribers are no plugins.
 */
const SUBSCRIBERS = `
  select regexp_replace(subscriber, ':[^:]*$', '') as name, substring(subscriber from '[^:]*$') as event
    from tradewind.event_cursor
    where subscriber !~ '^(webhook:|notifications )' and subscriber <> all($1::text[])`;

/** Names have hyphens where schemas have underscores, and no underscores. */
const NAMES = `
  select replace(substr(nspname, 8), '_', '-') as name from pg_namespace
    where to_regclass(format('%I.tradewind_migration', nspname)) is not null and starts_with(nspname, 'plugin_')
  union select name from (${SUBSCRIBERS}) subscribed
  union select split_part(task_identifier, ':', 2) from graphile_worker.jobs where starts_with(task_identifier, 'plugin:')
  union select split_part(identifier, ':', 2) from graphile_worker._private_known_crontabs where starts_with(identifier, 'plugin:')
  union select plugin from tradewind.plugin_field
  order by 1`;

const WORK = `
  select array(select event from (${SUBSCRIBERS}) subscribed where name = $2 order by 1) as subscribers,
    (select count(*)::integer from graphile_worker.jobs where starts_with(task_identifier, 'plugin:' || $2 || ':')) as jobs,
    array(select split_part(identifier, ':', 3) from graphile_worker._private_known_crontabs
      where starts_with(identifier, 'plugin:' || $2 || ':') order by 1) as schedules`;

/** `present`: the names of subscribers that are there. Those of others may be left of plugins that were taken out. */
export async function listStoredPlugins(
  connection: pg.ClientConfig,
  present: readonly string[],
): Promise<StoredPlugin[]> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(NAMES, [present]);
    const plugins: StoredPlugin[] = [];
    for (const { name } of rows) plugins.push(await readStored(client, name, present));
    return plugins;
  } finally {
    await client.end();
  }
}

async function readStored(
  client: pg.Client,
  name: string,
  present: readonly string[],
): Promise<StoredPlugin> {
  const { rows: work } = await client.query<Pick<StoredPlugin, "subscribers" | "jobs" | "schedules">>(WORK, [
    present,
    name,
  ]);
  const { rows: fields } = await client.query<StoredPlugin["fields"][number]>(
    "select entity, name from tradewind.plugin_field where plugin = $1 order by entity, name",
    [name],
  );
  return { name, ...(await readTables(client, schemaOf(name))), ...work[0]!, fields };
}

async function readTables(
  client: pg.Client,
  schema: string,
): Promise<Pick<StoredPlugin, "migrations" | "tables">> {
  const own = client.escapeIdentifier(schema);
  const { rows: made } = await client.query("select where to_regclass($1) is not null", [
    `${own}.tradewind_migration`,
  ]);
  if (made.length === 0) return { migrations: [], tables: [] };
  const { rows: migrations } = await client.query<StoredPlugin["migrations"][number]>(
    `select id, applied_at as "appliedAt" from ${own}.tradewind_migration order by id`,
  );
  const { rows: tables } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
      where relnamespace = to_regnamespace($1) and relkind in ('r', 'p') and relname <> 'tradewind_migration' order by 1`,
    [own],
  );
  const counted: StoredPlugin["tables"] = [];
  for (const { name: table, bytes } of tables) {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::float8 as rows from ${own}.${client.escapeIdentifier(table)}`,
    );
    counted.push({ name: table, rows: rows[0]!.rows, bytes });
  }
  return { migrations, tables: counted };
}
