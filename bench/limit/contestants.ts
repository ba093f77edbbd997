import type { Pids } from "../checkout/targets.ts";
import { LoadClient } from "../support/client.ts";
import type { Launched } from "../support/launch.ts";
import type { Postgres } from "../support/postgres.ts";
import { pgbench, type Share } from "./pgbench.ts";

export type Operation = "add line" | "complete";

/** Does an operation with numbered carts; the rate a second. */
export interface Contestant {
  name: "pgbench" | "bare server" | "Tradewind";
  pids: Pids;
  run(operation: Operation, share: Share): Promise<number>;
}

/** pgbench is a client of the database and has no server between. */
export const byPgbench = (postgres: Postgres, database: string, variants: number): Contestant => ({
  name: "pgbench",
  pids: { server: [], database: [postgres.pid] },
  run: (operation, share) =>
    pgbench(postgres.urlOf(database), operation.replace(" ", "-"), { ...share, variants }),
});

interface Served {
  name: "bare server" | "Tradewind";
  url: string;
  launched: Launched;
  variants: number;
}

export function byServer(postgres: Postgres, { name, url, launched, variants }: Served): Contestant {
  const client = new LoadClient(url);
  const requests = requestsTo(client, variants);
  return {
    name,
    pids: { server: [launched.pid], database: [postgres.pid] },
    async run(operation, { from, clients, each }) {
      const began = performance.now();
      const work = async (number: number) => {
        for (let done = 0; done < each; done++) await requests[operation](from, number * each + done);
      };
      await Promise.all(Array.from({ length: clients }, (_, number) => work(number)));
      return (clients * each * 1000) / (performance.now() - began);
    },
  };
}

/** The same carts and variants in the same order as the scripts of pgbench. */
const requestsTo = (client: LoadClient, variants: number) => ({
  "add line": (from: number, number: number) =>
    client.justPost(`/store/carts/${from + Math.floor(number / 2)}/line-items`, {
      variant_id: String(1 + (number % variants)),
      quantity: 1,
    }),
  complete: (from: number, number: number) => client.justPost(`/store/carts/${from + number}/complete`),
});
