import pg from "pg";
import { removeFieldIndexes } from "../../db/field-indexes.ts";
import { lockMigrations } from "../../db/migrations/migration-lock.ts";
import { removeSubscribers } from "../../events/remove-subscribers.ts";
import { removeTasks } from "../../jobs/remove-tasks.ts";
import { schemaOf } from "../installed-plugin.ts";
import { changesOutside, stateOutside } from "../migrations/changes-outside.ts";
import { PluginProblem, reasonOf } from "../plugin-problem.ts";
import { removeFieldValues } from "./remove-field-values.ts";

/**
 * Removes what the database has of a plugin: its schema, the values and indexes of its fields, its jobs and schedules in the queue, and
 * where its subscribers have read the event log to. All of it or nothing.
 */
export async function removePluginData(connection: pg.ClientConfig, name: string): Promise<void> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    await lockMigrations(client);
    await client.query("begin");
    await client.query("set local lock_timeout to '10s'");
    await dropSchema(client, schemaOf(name));
    await removeWork(client, name);
    await removeFieldValues(client, name);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw new PluginProblem(name, `its data was not removed: ${reasonOf(error)}`, { cause: error });
  } finally {
    await client.end();
  }
}

/** A view of another plugin would be dropped with it. */
async function dropSchema(client: pg.Client, schema: string): Promise<void> {
  const { rows: own } = await client.query(
    "select where to_regclass(format('%I.tradewind_migration', $1::text)) is not null",
    [schema],
  );
  if (own.length === 0) return;
  const before = await stateOutside(client, schema);
  await client.query(`drop schema ${client.escapeIdentifier(schema)} cascade`);
  if ((await changesOutside(client, schema, before)).length > 0)
    throw new Error("other schemas use its tables");
}

async function removeWork(client: pg.Client, name: string): Promise<void> {
  await removeTasks(client, `plugin:${name}:`);
  await removeSubscribers(client, name);
  await removeFieldIndexes(client, name);
}
