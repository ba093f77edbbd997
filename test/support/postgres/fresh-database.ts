import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { databaseUrl, TEMPLATE } from "../runner/global-setup.ts";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own: a copy of the migrated template or of another database, or an empty one. */
export async function freshDatabase({
  empty = false,
  template = empty ? "template0" : TEMPLATE,
}: {
  empty?: boolean;
  template?: string;
} = {}): Promise<TestDatabase> {
  const serverUrl = inject("serverUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Without fsync, a copy of the files takes half the work of a copy through the log.
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Two copies of one template at the same moment get in each other's way.
    await client.query("select pg_advisory_lock(42)");
    await client.query(statement);
  } finally {
    await client.end();
  }
}
