import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { migrationLockHolder, tryLockMigrations } from "../db/migrations/migration-lock.ts";
import { plantedProblem, publicSchemaOf } from "../db/schema/public-schema.ts";
import { readInCatalogue, usePublicSchema } from "../db/schema/search-path.ts";
import { AdoptProblem } from "./adopt-problem.ts";

/** Long enough for the server to notice that a command was killed: see `connected` in src/cli/commands/adopt.ts. */
const PATIENCE = 10_000;
const TRY_EVERY = 250;

/** One command at a time changes the schema, until its connection closes. Nothing of another role runs in it. */
export async function beginAdoptWork(client: pg.Client): Promise<void> {
  await lock(client);
  const problem = await readInCatalogue(client, async (query) => plantedProblem(await publicSchemaOf(query)));
  if (problem) throw new AdoptProblem(problem);
  await usePublicSchema(client, "session");
}

async function lock(client: pg.Client): Promise<void> {
  const began = Date.now();
  while (!(await tryLockMigrations(client))) {
    const holder = await migrationLockHolder(client);
    if (holder !== null && Date.now() - began > PATIENCE) {
      throw new AdoptProblem(
        `another command is at work on this database: ${holder}. Nothing was changed by this one. Wait until it has ended, and run it again`,
      );
    }
    await pause(TRY_EVERY);
  }
}
