/** Writes the files that are made from code: `npm run generate`. A test fails when one of them is out of date. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describeApi } from "../src/cli/commands/openapi.ts";
import { openEmbedded } from "../src/db/embedded/index.ts";
import { adoptionTarget } from "./adoption-target.ts";
import { configurationDoc } from "./configuration-doc.ts";
import { schemaObjects } from "./schema-objects.ts";
import { tableTypes } from "./table-types.ts";

/** What the migrations make: the types of their tables, what `tradewind adopt` aims at, and what `doctor` expects. */
async function filesOfMigrations(): Promise<{ tables: string; target: string; objects: string }> {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-generate-"));
  chmodSync(folder, 0o711);
  const database = await openEmbedded({ dataDir: folder, role: "server", settings: { fsync: "off" } });
  try {
    const v1 = new URL(database.url);
    v1.pathname = "/v1";
    await run(database.url, "create database v1");
    const target = await adoptionTarget(v1.href, database.url);
    return { tables: await tableTypes(database.url), target, objects: await schemaObjects(database.url) };
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const { tables, target, objects } = await filesOfMigrations();
writeFileSync("src/db/tables.ts", tables);
writeFileSync("migrations/catalogue.json", target);
writeFileSync("migrations/schema-objects.json", objects);
writeFileSync("docs/configuration.md", configurationDoc());
writeFileSync("docs/openapi.json", await describeApi());
