/** Writes the files that are made from code: `npm run generate`. A test fails when one of them is out of date. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeApi } from "../src/cli/commands/openapi.ts";
import { openEmbedded } from "../src/db/embedded/index.ts";
import { migrate } from "../src/db/migrate.ts";
import { configurationDoc } from "./configuration-doc.ts";
import { tableTypes } from "./table-types.ts";

async function tableTypesOfMigrations(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-generate-"));
  chmodSync(folder, 0o711);
  const database = await openEmbedded({ dataDir: folder, role: "server", settings: { fsync: "off" } });
  try {
    await migrate({ connectionString: database.url });
    return await tableTypes(database.url);
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

writeFileSync("src/db/tables.ts", await tableTypesOfMigrations());
writeFileSync("docs/configuration.md", configurationDoc());
writeFileSync("docs/openapi.json", await describeApi());
