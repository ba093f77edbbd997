/** Writes the files that are made from code: `npm run generate`. A test fails when one of them is out of date. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describeApi } from "../src/cli/commands/openapi.ts";
import { openEmbedded } from "../src/db/embedded/index.ts";
import { entities } from "../src/modules.ts";
import { adoptionTarget } from "./adoption-target.ts";
import { completeExamples } from "./complete-examples.ts";
import { configurationDoc } from "./configuration-doc.ts";
import { formFields } from "./form-fields.ts";
import { schemaObjects } from "./schema-objects.ts";
import { recordStatements } from "./statements/record-statements.ts";
import { tableTypes, viewTypes } from "./table-types.ts";

/**
 * What the migrations make: the types of their tables, what `tradewind adopt` aims at, what `doctor` expects, and the
 * statements that requests send.
 */
async function filesOfMigrations() {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-generate-"));
  chmodSync(folder, 0o711);
  const database = await openEmbedded({ dataDir: folder, role: "server", settings: { fsync: "off" } });
  try {
    const v1 = new URL(database.url);
    v1.pathname = "/v1";
    await run(database.url, "create database v1");
    const target = await adoptionTarget(v1.href, database.url);
    const [tables, objects] = [await tableTypes(database.url), await schemaObjects(database.url)];
    const views = await viewTypes(database.url);
    return { tables, views, target, objects, statements: await recordStatements(database.url) };
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

/** For people who review a change of the read model or of a store. */
const STATEMENTS = "generated/statements";

const EXAMPLES = "reference/examples.json";

const { tables, views, target, objects, statements } = await filesOfMigrations();
writeFileSync("src/db/tables.ts", tables);
writeFileSync("src/plugins/ports/shop-views.ts", views);
writeFileSync("migrations/catalogue.json", target);
writeFileSync("migrations/schema-objects.json", objects);
rmSync(STATEMENTS, { recursive: true, force: true });
mkdirSync(STATEMENTS, { recursive: true });
for (const [name, text] of statements) writeFileSync(join(STATEMENTS, name), text);
writeFileSync("dashboard/src/generated/form-fields.ts", formFields(entities));
writeFileSync("docs/configuration.md", configurationDoc());
writeFileSync(EXAMPLES, completeExamples(readFileSync(EXAMPLES, "utf8"), await describeApi()));
writeFileSync("docs/openapi.json", await describeApi());
