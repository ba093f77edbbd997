import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { backgroundFaults } from "../support/fuzz/background-work.ts";
import { Campaign } from "../support/fuzz/campaign.ts";
import { openFuzzShop } from "../support/fuzz/fuzz-shop.ts";
import { healthFaults } from "../support/fuzz/health.ts";
import { Ledger } from "../support/fuzz/ledger.ts";
import { populate } from "../support/fuzz/populated.ts";
import { liveThroughStories } from "../support/fuzz/stories.ts";
import type { Summary } from "../support/fuzz/tally.ts";

/** What one process does: rounds one after the other, each on a fresh copy of a shop that it has made. */
export interface Work {
  serverUrl: string;
  /** A migrated database. */
  template: string;
  folder: string;
  name: string;
  rounds: { requests: number; seed: number }[];
}

const work = JSON.parse(process.argv[2]!) as Work;
const seeded = `${work.name}_seeded`;

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: work.serverUrl });
  await client.connect();
  try {
    // Two copies of one template at the same moment get in each other's way.
    await client.query("select pg_advisory_lock(42)");
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const urlOf = (database: string): string => {
  const url = new URL(work.serverUrl);
  url.pathname = `/${database}`;
  return url.href;
};

/** A shop with rows of every entity, and the ledger that records changes. */
async function makeSeededShop(): Promise<void> {
  await onServer(`create database ${seeded} template ${work.template}`);
  const shop = await openFuzzShop(urlOf(seeded), work.folder);
  await populate(shop);
  await liveThroughStories(shop);
  await shop.close();
  const client = new pg.Client({ connectionString: urlOf(seeded) });
  await client.connect();
  await Ledger.install(client);
  await client.end();
}

async function oneRound(number: number, { requests, seed }: Work["rounds"][number]): Promise<Summary> {
  const database = `${work.name}_${number}`;
  await onServer(`create database ${database} template ${seeded}`);
  const shop = await openFuzzShop(urlOf(database), work.folder);
  const campaign = await Campaign.on(shop);
  await campaign.run(requests, seed);
  const faults = [...(await healthFaults(shop)), ...(await backgroundFaults(shop))];
  for (const fault of faults) campaign.tally.found({ fault });
  await campaign.close();
  await shop.close();
  await onServer(`drop database ${database} with (force)`);
  return campaign.tally.summary;
}

mkdirSync(join(work.folder, "uploads"), { recursive: true });
await makeSeededShop();
for (const [number, round] of work.rounds.entries()) process.send!(await oneRound(number, round));
process.disconnect();
