/**
 * Carts and checkout under load: `npm run bench:checkout`. By itself it starts the built server with a PostgreSQL and
 * data of its own. With --base it measures any server that speaks the API of Medusa v1, with a shop that it makes there:
 *
 *   npm run bench:checkout -- --base http://localhost:9000 --email admin@example.com --password secret
 *     [--clients 1,8,32] [--seconds 5] [--only checkout] [--pids server:123,database:456]
 *
 * Server, database and load share the machine, so only figures of one run can be compared with each other.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { LoadClient } from "../support/client.ts";
import { measure } from "../support/measure.ts";
import { ADMIN, startServer, withFolder } from "../support/server.ts";
import { type Operation, operationsOf, type Steps } from "./operations.ts";
import { type Result, resultTable, stepTable } from "./report.ts";
import { logIn, makeShop } from "./shop.ts";
import { cpuBetween, cpuTimes, type Pids, pidsFrom, pidsOf } from "./targets.ts";

const { values } = parseArgs({
  options: {
    base: { type: "string" },
    email: { type: "string", default: ADMIN.email },
    password: { type: "string", default: ADMIN.password },
    clients: { type: "string", default: "1,8,32" },
    seconds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
    pids: { type: "string" },
  },
});
const clientCounts = values.clients.split(",").map(Number);
const seconds = Number(values.seconds);
// Every connection plans each statement several times before it keeps a plan, and Node goes on compiling for a while.
const WARM_UP = 10;

interface Target {
  baseUrl: string;
  email: string;
  password: string;
  pids: Pids | null;
}

async function measured(operation: Operation, clients: number, pids: Pids | null): Promise<Result> {
  const warm = await measure({ clients, seconds: WARM_UP }, operation.run);
  // While warming up, it also had to make what it needs.
  await operation.prepare?.(Math.ceil(warm.perSecond * seconds * 2.5));
  const before = pids && cpuTimes(pids);
  const result = await measure({ clients, seconds }, operation.run);
  const cpu = pids && before && cpuBetween(before, cpuTimes(pids), result.count);
  return { name: operation.name, clients, cpu, ...result };
}

async function bench({ baseUrl, pids, ...login }: Target): Promise<void> {
  const visitor = new LoadClient(baseUrl);
  const admin = await logIn(visitor, login);
  const shop = await makeShop(admin);
  const steps: Steps = new Map();
  const results: Result[] = [];
  console.log(`${availableParallelism()} cores, load before the run ${loadavg()[0]!.toFixed(1)}`);
  for (const operation of operationsOf(visitor, shop, steps)) {
    if (!operation.name.includes(values.only)) continue;
    for (const clients of clientCounts) {
      steps.clear();
      const result = await measured(operation, clients, pids);
      results.push(result);
      if (result.reason) console.error(`${operation.name}, ${clients} clients: ${result.reason}`);
      if (steps.size > 0) console.log(`\nwith ${clients} clients\n\n${stepTable(steps)}`);
    }
  }
  console.log(`\n${resultTable(results)}`);
  admin.close();
  visitor.close();
}

const { base, email, password } = values;
if (base) {
  await bench({ baseUrl: base, email, password, pids: values.pids ? pidsFrom(values.pids) : null });
} else {
  await withFolder(async (folder) => {
    const server = await startServer(folder, ["--no-demo"]);
    await bench({ baseUrl: server.url, ...ADMIN, pids: pidsOf(server.pid) }).finally(() => server.stop());
  });
}
