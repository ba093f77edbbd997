import { operationsOf } from "../checkout/operations.ts";
import { makeShop } from "../checkout/shop.ts";
import { DATABASES, tradewindWith, visit } from "../compare/systems.ts";
import { measure } from "../support/measure.ts";
import { startPostgres } from "../support/postgres.ts";
import { rounded, table } from "../support/table.ts";
import { waitsDuring } from "./waits.ts";

export interface Plan {
  workers: readonly number[];
  /** Customers of each worker at the same time. */
  clients: number;
  seconds: number;
}

/** Waits below this many connections on average are noise. */
const LEAST = 0.02;
const MOST_WAITS = 5;

/** Checkouts a second with so many workers, and what the connections to the database wait for meanwhile. */
export async function byWorkers(folder: string, { workers, clients, seconds }: Plan): Promise<string> {
  const postgres = await startPostgres(folder, DATABASES);
  const [database] = DATABASES;
  const lines: string[][] = [];
  try {
    for (const count of workers) {
      const system = await tradewindWith(postgres, folder, { TRADEWIND_WORKERS: String(count) });
      const launched = await system.start();
      try {
        const { visitor, admin } = await visit(system.url);
        const shop = await makeShop(admin);
        const checkout = operationsOf(visitor, shop, new Map()).find(({ name }) => name === "full checkout")!;
        const load = { clients: clients * count, seconds };
        await measure({ ...load, seconds: seconds / 4 }, checkout.run);
        const { result, waits } = await waitsDuring({ url: postgres.urlOf(database), database }, () =>
          measure(load, checkout.run),
        );
        if (result.failures > 0) throw new Error(`${result.failures} checkouts failed: ${result.reason}`);
        const shown = waits.filter(([, connections]) => connections >= LEAST).slice(0, MOST_WAITS);
        lines.push([
          String(count),
          ...[result.perSecond, result.p50, result.p99].map(rounded),
          shown.map(([event, connections]) => `${event} ${connections.toFixed(2)}`).join(", "),
        ]);
        visitor.close();
        admin.close();
      } finally {
        await launched.stop();
      }
    }
  } finally {
    await postgres.stop();
  }
  return table(
    [
      "workers",
      "checkouts a second",
      "p50 ms",
      "p99 ms",
      "connections that are active, by what they wait for",
    ],
    lines,
  );
}
