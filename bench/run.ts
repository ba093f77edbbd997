/**
 * Starts the built server with its demo shop on a database of its own and measures it: `npm run bench`.
 * Server, database and load share the machine, so only figures of one run can be compared with each other.
 */
import { LoadClient } from "./support/client.ts";
import { type Measured, measure } from "./support/measure.ts";
import { memoryOf } from "./support/processes.ts";
import { ADMIN, startServer, withFolder } from "./support/server.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);

interface Load {
  name: string;
  path: string;
}

async function adminAt(url: string): Promise<LoadClient> {
  const visitor = new LoadClient(url);
  const { access_token: token } = await visitor.post("/admin/auth/token", ADMIN);
  visitor.close();
  return new LoadClient(url, { authorization: `Bearer ${token}` });
}

async function loadsFor(admin: LoadClient): Promise<Load[]> {
  const { customers } = await admin.get("/admin/customers?limit=1");
  return [
    { name: "health", path: "/health" },
    { name: "store collections", path: "/store/collections" },
    { name: "admin collections with products", path: "/admin/collections" },
    { name: "admin customers", path: "/admin/customers?expand=groups,shipping_addresses" },
    { name: "admin customer", path: `/admin/customers/${customers[0].id}` },
  ];
}

function print(results: (Load & Measured & { clients: number })[]): void {
  console.log("| request | clients | requests/s | p50 ms | p99 ms | failures |\n|---|---|---|---|---|---|");
  for (const { name, clients, perSecond, p50, p99, failures } of results) {
    console.log(
      `| ${name} | ${clients} | ${perSecond.toFixed(0)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${failures} |`,
    );
  }
}

await withFolder(async (folder) => {
  const first = await startServer(folder);
  // Otherwise they would be made while the second one is measured.
  await first.printed("200 orders");
  await first.stop();
  const server = await startServer(folder);
  console.log(
    `first start ${first.readyAfter.toFixed(0)} ms, second start ${server.readyAfter.toFixed(0)} ms`,
  );
  console.log(`memory at rest ${memoryOf(server.pid).toFixed(0)} MB`);
  const admin = await adminAt(server.url);
  const results = [];
  for (const load of await loadsFor(admin)) {
    await measure({ clients: 8, seconds: 1 }, () => admin.get(load.path));
    for (const clients of [1, 32]) {
      const measured = await measure({ clients, seconds: SECONDS }, () => admin.get(load.path));
      results.push({ ...load, ...measured, clients });
    }
  }
  print(results);
  console.log(`memory after the load ${memoryOf(server.pid).toFixed(0)} MB`);
  admin.close();
  await server.stop();
});
