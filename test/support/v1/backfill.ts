import pg from "pg";
import { backfills } from "../../../src/adopt/backfill/index.ts";
import { runBackfills } from "../../../src/adopt/backfill/run-backfills.ts";
import { ADOPTION_SCHEMA } from "../../../src/db/adoption.ts";
import type { TestShop } from "../fixtures/shop.ts";

/** Fills what v1 did not write, as `tradewind adopt` does after the switch. Every call begins anew. */
export async function backfill({ databaseUrl }: Pick<TestShop, "databaseUrl">): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`create schema ${ADOPTION_SCHEMA}`);
    await runBackfills(client, backfills, () => {});
    await client.query(`drop schema ${ADOPTION_SCHEMA} cascade`);
  } finally {
    await client.end();
  }
}
