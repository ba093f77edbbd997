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
  /** Shows the carts before, as shops do; it is not measured. */
  show?(operation: Operation, share: Share): Promise<void>;
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
  const forAll = async ({ clients, each }: Share, request: (number: number) => Promise<void>) => {
    const work = async (client: number) => {
      for (let done = 0; done < each; done++) await request(client * each + done);
    };
    await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  };
  return {
    name,
    pids: { server: [launched.pid], database: [postgres.pid] },
    async run(operation, share) {
      const began = performance.now();
      await forAll(share, (number) => requests[operation](share.from, number));
      return (share.clients * share.each * 1000) / (performance.now() - began);
    },
    ...(name === "Tradewind" && {
      show: (operation, share) =>
        forAll(share, (number) => client.justGet(`/store/carts/${cartOf(operation, share.from, number)}`)),
    }),
  };
}

/** Two lines go into each cart. */
const cartOf = (operation: Operation, from: number, number: number) =>
  operation === "add line" ? from + Math.floor(number / 2) : from + number;

/** The same carts and variants in the same order as the scripts of pgbench. */
const requestsTo = (client: LoadClient, variants: number) => ({
  "add line": (from: number, number: number) =>
    client.justPost(`/store/carts/${cartOf("add line", from, number)}/line-items`, {
      variant_id: String(1 + (number % variants)),
      quantity: 1,
    }),
  complete: (from: number, number: number) =>
    client.justPost(`/store/carts/${cartOf("complete", from, number)}/complete`),
});
