import { randomBytes } from "node:crypto";
import pg from "pg";
import { databaseOn, TEMPLATE } from "./template.ts";
import { testServer } from "./test-server.ts";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A copy of the migrated template. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Without fsync, a copy of the files takes half the work of a copy through the log.
  await onServer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return {
    url: databaseOn(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
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
