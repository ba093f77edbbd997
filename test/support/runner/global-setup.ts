import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type EmbeddedDatabase, openEmbedded } from "../../../src/db/embedded/index.ts";
import { migrate } from "../../../src/db/migrations/migrate.ts";
import { installQueue } from "../../../src/jobs/install-queue.ts";

declare module "vitest" {
  interface ProvidedContext {
    serverUrl: string;
  }
}

export const TEMPLATE = "tradewind_template";

/** One real PostgreSQL for the whole run, with a migrated template that every test database is a copy of. */
export default async function setup(project: TestProject) {
  execFileSync(process.execPath, [fileURLToPath(new URL("../../../scripts/build.mjs", import.meta.url))]);
  const folder = mkdtempSync(join(tmpdir(), "tradewind-test-"));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711);
  const server = await openEmbedded({
    dataDir: folder,
    role: "server",
    settings: { fsync: "off", full_page_writes: "off", max_connections: "300" },
  });
  const stop = async (database: EmbeddedDatabase) => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.url);
  } catch (error) {
    await stop(server);
    throw error;
  }
  project.provide("serverUrl", server.url);
  return () => stop(server);
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate({ connectionString: databaseUrl(url, TEMPLATE) });
  await installQueue({ connectionString: databaseUrl(url, TEMPLATE) });
}

export const databaseUrl = (serverUrl: string, name: string) => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};
