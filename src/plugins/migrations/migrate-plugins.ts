import pg from "pg";
import type { MigrationFile } from "../../db/migrations/migration-files.ts";
import { lockMigrations } from "../../db/migrations/migration-lock.ts";
import { type InstalledPlugin, SHOP_VIEWS, schemaOf } from "../installed-plugin.ts";
import { PluginProblem, reasonOf } from "../plugin-problem.ts";
import { changesOutside, dependsOutside, stateOutside } from "./changes-outside.ts";
import { readPluginMigrations } from "./plugin-migration-files.ts";

/**
 * Applies what is new of the migrations of all plugins, and returns their names. The lock is that of the shop's own migrations: of
 * several processes one works, the others wait and find nothing left to do.
 */
export async function migratePlugins(
  connection: pg.ClientConfig,
  plugins: readonly InstalledPlugin[],
): Promise<string[]> {
  const withFiles = await Promise.all(
    plugins.map(async (plugin) => ({ plugin, files: await readPluginMigrations(plugin) })),
  );
  // One without files may be an older version of one whose tables are there.
  if (withFiles.length === 0) return [];
  const client = new pg.Client(connection);
  // A lost connection also fails the running query; without a listener it would end the process as well.
  client.on("error", () => {});
  await client.connect();
  try {
    await lockMigrations(client);
    const applied: string[] = [];
    for (const { plugin, files } of withFiles) {
      const pending = await pendingOf(client, plugin, files);
      for (const file of pending) await apply(client, plugin, file);
      applied.push(...pending.map(({ id }) => `${plugin.name}/${id}`));
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function pendingOf(
  client: pg.Client,
  { name, source }: InstalledPlugin,
  files: readonly MigrationFile[],
): Promise<MigrationFile[]> {
  const rows = await listApplied(client, schemaOf(name));
  const ofFile = new Map(files.map((file) => [file.id, file]));
  for (const { id, checksum } of rows) {
    const file = ofFile.get(id);
    if (!file)
      throw new PluginProblem(
        source,
        `the database has its migration ${id}, which this version does not: update it`,
      );
    if (file.checksum !== checksum)
      throw new PluginProblem(
        source,
        `${id}.sql was changed after it was applied: restore it and add a new migration instead`,
      );
  }
  const last = rows.at(-1)?.id ?? "";
  const pending = files.filter(({ id }) => !rows.some((row) => row.id === id));
  const late = pending.find(({ id }) => id < last);
  if (late)
    throw new PluginProblem(
      source,
      `${late.id}.sql comes before ${last}, which is applied: give it a higher number`,
    );
  return pending;
}

/** In the plugin's schema, so that its tables and their history are one: they are dumped, moved and dropped together. */
const appliedIn = (schema: string) => `"${schema}".tradewind_migration`;

async function listApplied(client: pg.Client, schema: string): Promise<{ id: string; checksum: string }[]> {
  const { rows: tables } = await client.query("select where to_regclass($1) is not null", [
    appliedIn(schema),
  ]);
  if (tables.length === 0) return [];
  const { rows } = await client.query(`select id, checksum from ${appliedIn(schema)} order by id`);
  return rows;
}

async function apply(client: pg.Client, plugin: InstalledPlugin, file: MigrationFile): Promise<void> {
  try {
    await client.query("begin");
    await runInSchema(client, schemaOf(plugin.name), file.text);
    await client.query(`insert into ${appliedIn(schemaOf(plugin.name))} (id, checksum) values ($1, $2)`, [
      file.id,
      file.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw new PluginProblem(
      plugin.source,
      `${file.id}.sql${placeIn(file.text, error)}: ${sqlReasonOf(error)}`,
      {
        cause: error,
      },
    );
  }
  // What it has set in the session is not for the next one.
  await client.query("reset session authorization");
  await client.query("reset all");
}

/** A position counts characters of the statement in the block, which is the whole file. */
function placeIn(text: string, error: unknown): string {
  const position = Number((error as { internalPosition?: string }).internalPosition);
  if (!(position > 0)) return "";
  return `, line ${[...text].slice(0, position - 1).filter((each) => each === "\n").length + 1}`;
}

const TRANSACTION_COMMAND = "0A000";

const sqlReasonOf = (error: unknown): string =>
  (error as { code?: string }).code === TRANSACTION_COMMAND && reasonOf(error).startsWith("EXECUTE of")
    ? "it begins or ends a transaction: each file runs in one of its own, without begin, commit and rollback"
    : reasonOf(error);

/** With the plugin's schema as the search path. Whatever it changes elsewhere is refused, and rolled back. */
async function runInSchema(client: pg.Client, schema: string, text: string): Promise<void> {
  await client.query(`create schema if not exists "${schema}"`);
  await client.query(
    `create table if not exists ${appliedIn(schema)}
      (id text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  await client.query(`set local search_path to "${schema}", pg_temp`);
  await client.query("set local lock_timeout to '10s'");
  const before = await stateOutside(client, schema);
  // As a statement in a block: there it cannot end the transaction.
  await client.query(`do ${client.escapeLiteral(`begin execute ${client.escapeLiteral(text)}; end`)}`);
  const changes = await changesOutside(client, schema, before);
  if (changes.length > 0)
    throw new Error(
      `it changes ${listed(changes)}: a plugin changes only its own schema ${schema}, and has no foreign keys to the shop's tables`,
    );
  const used = await dependsOutside(client, schema, SHOP_VIEWS);
  if (used.length > 0)
    throw new Error(
      `it depends on ${listed(used)}: views of a plugin read its own tables and those of ${SHOP_VIEWS}`,
    );
}

const MOST_NAMES = 5;

const listed = (names: readonly string[]) =>
  names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(", ")}, …` : names.join(", ");
