/**
 * How far one database goes, and what an order leaves behind in it: `npm run bench:scale`.
 *
 *   npm run bench:scale -- [--workers 1,2] [--clients 4] [--seconds 15] [--orders 2000]
 *
 * First the checkouts a second with so many workers, and what the connections wait for: repeat it with the cores of your machine. Then the
 * bytes of the write-ahead log and of the tables that an order takes, for the arithmetic of docs/guides/scaling.md.
 */
import { parseArgs } from "node:util";
import { told } from "../support/problem.ts";
import { withFolder } from "../support/server.ts";
import { byWorkers } from "./by-workers.ts";
import { bytesOfAnOrder } from "./per-order.ts";

const { values } = parseArgs({
  options: {
    workers: { type: "string", default: "1,2" },
    clients: { type: "string", default: "4" },
    seconds: { type: "string", default: "15" },
    orders: { type: "string", default: "2000" },
  },
});

await told(async () => {
  const plan = {
    workers: values.workers.split(",").map(Number),
    clients: Number(values.clients),
    seconds: Number(values.seconds),
  };
  await withFolder(async (folder) => console.log(await byWorkers(folder, plan)));
  await withFolder((folder) => bytesOfAnOrder(folder, Number(values.orders)));
});
