import { configFrom } from "../../config.ts";
import { migrationStatus } from "../../db/migrations/migrate.ts";
import { loadProviders } from "../../providers/load-providers.ts";
import type { Command } from "../command.ts";
import { migrateAll, openConfigured, refuseMissing } from "../database.ts";

export const migrateCommand: Command = {
  name: "migrate",
  summary: "Bring the database schema up to date.",
  details: "Several processes may run it at once: each migration is applied exactly once.",
  options: { status: { help: "Only list the migrations and when they were applied." } },
  async run(given) {
    const config = configFrom(process.env);
    if (given["status"]) refuseMissing(config);
    const { plugins } = await loadProviders(config);
    const opened = await openConfigured(config, "tool");
    try {
      if (given.status) await printStatus(opened.url);
      else printApplied(await migrateAll(opened, plugins));
      return 0;
    } finally {
      await opened.close();
    }
  },
};

async function printStatus(url: string): Promise<void> {
  for (const { id, appliedAt } of await migrationStatus({ connectionString: url })) {
    console.log(`${appliedAt ? appliedAt.toISOString() : "pending".padEnd(24)}  ${id}`);
  }
}

function printApplied(applied: string[]): void {
  for (const id of applied) console.log(`applied ${id}`);
  if (applied.length === 0) console.log("The schema is up to date.");
}
