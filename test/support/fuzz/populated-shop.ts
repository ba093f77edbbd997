import pg from "pg";
import { type StartedShop, startShop } from "../fixtures/shop.ts";
import { type Change, Ledger, mayChange } from "./ledger.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { populate } from "./populated.ts";
import { sampleOf } from "./samples.ts";
import { liveThroughStories } from "./stories.ts";
import { Things } from "./things.ts";

/** A shop in which there is something of everything, and what tests that walk all operations need. */
export interface PopulatedShop extends StartedShop {
  operations: Operation[];
  things: Things;
  /** Rows that were changed since the last call, without those that change outside of requests. */
  changes(): Promise<Change[]>;
  /** A body that the operation would take. */
  bodyFor(operation: Operation, wish?: { isSparse?: boolean; idOf?: (entity: string) => string }): unknown;
}

export async function startPopulatedShop(
  environment: Record<string, string> = {},
  { withStories = false } = {},
): Promise<PopulatedShop> {
  const shop = await startShop(environment);
  await populate(shop);
  if (withStories) await liveThroughStories(shop);
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  await Ledger.install(client);
  const ledger = await Ledger.open(client);
  const things = new Things(client, [shop.adminId]);
  await things.look();
  const anyId = (entity: string) => things.pick(entity, 1, { context: new Map() });
  return {
    ...shop,
    operations: await operationsOf(shop.admin),
    things,
    changes: async () => (await ledger.news()).filter(({ table }) => !mayChange("", table)),
    bodyFor: ({ body, path }, { isSparse = false, idOf = anyId } = {}) =>
      body ? sampleOf(body, "", { path, idOf, isSparse }) : {},
    close: async () => {
      await client.end();
      await shop.close();
    },
  };
}
