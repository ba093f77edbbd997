import pg from "pg";
import { describe, expect } from "vitest";
import { aDataFolder } from "../support/factories/uploads.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { Campaign } from "../support/fuzz/campaign.ts";
import { type FuzzShop, openFuzzShop } from "../support/fuzz/fuzz-shop.ts";
import { healthFaults } from "../support/fuzz/health.ts";
import { Ledger } from "../support/fuzz/ledger.ts";
import { populate } from "../support/fuzz/populated.ts";
import { told } from "../support/fuzz/report.ts";
import { liveThroughStories } from "../support/fuzz/stories.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";

// `npm run test:fuzz` does the same for much longer.
const REQUESTS = 1_000;
const FIXED = 20_240_229;

const files = aDataFolder();
let database: TestDatabase;
let shop: FuzzShop;
let campaign: Campaign;

const it = withSetup(
  async () => {
    database = await freshDatabase();
    shop = await openFuzzShop(database.url, files.folder);
    await populate(shop);
    await liveThroughStories(shop);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await Ledger.install(client);
    await client.end();
    campaign = await Campaign.on(shop);
  },
  async () => {
    await campaign.close();
    await shop.close();
    await database.drop();
    files.remove();
  },
);

describe("any request to an operation", () => {
  it.each([
    ["as always", FIXED],
    ["as never before", Math.floor(Math.random() * 2 ** 31)],
  ])(
    "%s (seed %i): it never fails, shows nothing private, and changes nothing when it refuses",
    async (_, seed) => {
      await campaign.run(REQUESTS, seed);
      expect(told(campaign.tally.summary.findings)).toEqual([]);
    },
  );

  it("was sent to every operation that there is", () => {
    const { operations, requests } = campaign.tally.summary;
    expect(requests).toBeGreaterThan(2 * REQUESTS);
    expect(Object.keys(operations).length).toBe(campaign.operations.length);
    const accepted = Object.values(operations).filter((each) => each.accepted > 0);
    // Otherwise it is the guards alone that are tried out.
    expect(accepted.length).toBeGreaterThan(250);
  });

  it("leaves a shop that still sells", async () => {
    expect(await healthFaults(shop)).toEqual([]);
  });
});
