import type pg from "pg";
import { contentOf } from "../db/schema/database-content.ts";
import { readInCatalogue, usePublicSchema } from "../db/schema/search-path.ts";
import type { ShopTotals } from "../db/schema/shop-totals.ts";
import { AdoptProblem } from "./adopt-problem.ts";
import { beginAdoptWork } from "./adopt-work.ts";
import {
  type AdoptionState,
  adoptionState,
  beginRecord,
  recordBackfill,
  recordIndex,
} from "./adoption-record.ts";
import { backfills } from "./backfill/index.ts";
import { runBackfills } from "./backfill/run-backfills.ts";
import { buildIndexes, type IndexProgress } from "./build-indexes.ts";
import { readCatalogue } from "./catalogue.ts";
import { missingIndexes } from "./plan.ts";
import { createIndex } from "./sql.ts";
import { switchSchema } from "./switch-schema.ts";
import { actAsOwner } from "./table-owner.ts";
import { readTarget, type Target } from "./target-catalogue.ts";

/** What a progress bar shows. */
export interface Step {
  title: string;
  done: number;
  total: number;
}

export interface Adopted {
  /** Null when an earlier run has switched the schema. */
  totals: ShopTotals | null;
  lockedFor: number | null;
}

/**
 * Makes the database of v1 one of Tradewind, in place. Killed at any moment and called again, it continues: every step
 * finds out what is left of it.
 */
export async function adoptDatabase(client: pg.Client, report: (step: Step) => void): Promise<Adopted> {
  await beginAdoptWork(client);
  await refuseShop(client);
  const target = await readTarget();
  await actAsOwner(
    client,
    target.v1.tables.map(({ name }) => name),
  );
  await beginRecord(client);
  const state = (await adoptionState(client)) as AdoptionState;
  const switched = state.switched_at ? null : await switchTo(target, client, report);
  await runBackfills(client, backfills, report);
  await recordBackfill(client);
  return { totals: switched?.totals ?? null, lockedFor: switched?.lockedFor ?? null };
}

/** Behind the lock: another command may have adopted the database and finished meanwhile. */
async function refuseShop(client: pg.Client): Promise<void> {
  const { kind } = await readInCatalogue(client, contentOf);
  if (kind === "shop" && !(await adoptionState(client))) {
    throw new AdoptProblem("this is a database of Tradewind already");
  }
}

async function switchTo(target: Target, client: pg.Client, report: (step: Step) => void) {
  await buildMissingIndexes(client, target, report);
  const title = "switching the schema";
  report({ title, done: 0, total: 1 });
  const switched = await switchSchema(client, target, (holders) =>
    report({ title: `waiting for the tables: ${holders}`, done: 0, total: 1 }),
  );
  report({ title, done: 1, total: 1 });
  return switched;
}

async function buildMissingIndexes(
  client: pg.Client,
  target: Target,
  report: (step: Step) => void,
): Promise<void> {
  const missing = missingIndexes(await readCatalogue(client), target);
  await client.query("begin");
  await client.query("create extension if not exists pg_trgm");
  for (const { name } of missing) await recordIndex(client, name);
  await client.query("commit");
  // The extension may have been in any schema before.
  await usePublicSchema(client, "session");
  const total = missing.length;
  const indexes = missing.map((index) => ({ name: index.name, statement: createIndex(index) }));
  await buildIndexes(client, indexes, indexProgress("building indexes", total, report));
  report({ title: "building indexes", done: total, total });
}

/** The place in the list, and the sessions that an index waits for. */
export const indexProgress = (title: string, total: number, report: (step: Step) => void): IndexProgress => {
  let done = 0;
  return {
    onNext(place) {
      done = place;
      report({ title, done, total });
    },
    onWait: (holders) => report({ title: `${title}, waiting for ${holders}`, done, total }),
  };
};
