import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { LAST_OF_V1, makeTarget } from "../src/adopt/target-catalogue.ts";
import { defaultFolder, migrate } from "../src/db/migrations/migrate.ts";

/** The file that `tradewind adopt` compares a database of v1 with. Both databases are empty at first. */
export async function adoptionTarget(v1Url: string, completeUrl: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-migrations-"));
  for (const file of readdirSync(defaultFolder)) {
    if (file.endsWith(".sql") && file <= `${LAST_OF_V1}.sql`)
      cpSync(join(defaultFolder, file), join(folder, file));
  }
  await migrate({ connectionString: v1Url }, folder);
  rmSync(folder, { recursive: true });
  await migrate({ connectionString: completeUrl });

  const [v1, complete] = [v1Url, completeUrl].map((url) => new pg.Client({ connectionString: url }));
  await Promise.all([v1!.connect(), complete!.connect()]);
  try {
    return `${JSON.stringify(await makeTarget(v1!, complete!), null, 1)}\n`;
  } finally {
    await Promise.all([v1!.end(), complete!.end()]);
  }
}
