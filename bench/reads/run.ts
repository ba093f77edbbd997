/**
 * The storefront list with prices for those whom no cached page helps: `npm run bench:reads`. About a hundred different
 * pages of the demo shop are read by eight clients, while nothing changes, while products change, and by customers who are
 * signed in; then the list of orders, as the dashboard of v1 requests it and with everything. The cost of one request is its
 * CPU time in the server and in the database, without what the changes cost by themselves.
 *
 *   npm run bench:reads -- [--only orders] [--seconds 5] [--clients 8] [--memory 32]
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type CpuTimes, cpuBetween, cpuTimes, pidsOf } from "../checkout/targets.ts";
import { LoadClient } from "../support/client.ts";
import { measure } from "../support/measure.ts";
import { ADMIN, startServer, withFolder } from "../support/server.ts";
import { table } from "../support/table.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    clients: { type: "string", default: "8" },
    memory: { type: "string" },
    only: { type: "string", default: "" },
  },
});
const seconds = Number(values.seconds);
const clients = Number(values.clients);
if (values.memory !== undefined) process.env["TRADEWIND_ANSWER_MEMORY"] = values.memory;

interface Scenario {
  name: string;
  reader: LoadClient;
  pages: readonly string[];
  /** Changes of one product in a second. */
  changes: number;
}

/** Changes products one after the other, so many in a second, until it is stopped. Then it returns their number. */
function changing(admin: LoadClient, ids: readonly string[], perSecond: number): () => Promise<number> {
  let isOver = false;
  const work = async () => {
    let next = performance.now();
    let number = 0;
    for (; !isOver; number++) {
      next += 1000 / perSecond;
      await admin.justPost(`/admin/products/${ids[number % ids.length]}`, { subtitle: `Change ${number}` });
      await pause(Math.max(0, next - performance.now()));
    }
    return number;
  };
  const done = perSecond > 0 ? work() : Promise.resolve(0);
  return () => {
    isOver = true;
    return done;
  };
}

/** The CPU time that one change costs by itself, in milliseconds. */
async function costOfChange(admin: LoadClient, ids: readonly string[], pid: number): Promise<CpuTimes> {
  const stopWarmUp = changing(admin, ids, 50);
  await pause(3000);
  await stopWarmUp();
  const before = cpuTimes(pidsOf(pid));
  const stop = changing(admin, ids, 50);
  await pause(seconds * 1000);
  return cpuBetween(before, cpuTimes(pidsOf(pid)), await stop());
}

const pagesOf = (regionId: string): string[] =>
  Array.from({ length: 100 }, (_, number) => {
    const order = ["-created_at", "created_at", "title", "-title"][number % 4];
    return `/store/products?region_id=${regionId}&limit=20&offset=${Math.floor(number / 4)}&order=${order}`;
  });

/** What the dashboard of v1 selects in its list of orders. */
const DASHBOARD =
  "&expand=customer,shipping_address" +
  "&fields=id,status,display_id,created_at,email,fulfillment_status,payment_status,total,currency_code";

const ordersOf = (selection: string): string[] =>
  Array.from({ length: 10 }, (_, page) => `/admin/orders?limit=20&offset=${page * 20}${selection}`);

async function bench(url: string, pid: number): Promise<void> {
  const visitor = new LoadClient(url);
  const { access_token: token } = await visitor.post("/admin/auth/token", ADMIN);
  const admin = visitor.with({ authorization: `Bearer ${token}` });
  const { regions } = await visitor.get("/store/regions");
  const { products, count } = await visitor.get("/store/products?limit=100&fields=id");
  const ids = products.map(({ id }: { id: string }) => id);
  const customer = { email: "reader@example.com", password: "a password of a reader" };
  await visitor.post("/store/customers", { ...customer, first_name: "Ada", last_name: "L" });
  const { access_token: session } = await visitor.post("/store/auth/token", customer);
  const signedIn = visitor.with({ authorization: `Bearer ${session}` });
  const pages = pagesOf(regions[0].id);
  const scenarios: Scenario[] = [
    { name: "visitor, nothing changes", reader: visitor, pages, changes: 0 },
    { name: "visitor, one product changes once a second", reader: visitor, pages, changes: 1 },
    { name: "visitor, one product changes five times a second", reader: visitor, pages, changes: 5 },
    { name: "visitor, one product changes fifty times a second", reader: visitor, pages, changes: 50 },
    { name: "signed-in customer, nothing changes", reader: signedIn, pages, changes: 0 },
    { name: "orders of a dashboard", reader: admin, pages: ordersOf(DASHBOARD), changes: 0 },
    { name: "orders with everything", reader: admin, pages: ordersOf(""), changes: 0 },
  ].filter(({ name }) => name.includes(values.only));
  console.log(`${count} products, ${pages.length} pages, ${clients} clients`);
  const rows: (string | number)[][] = [];
  const change = await costOfChange(admin, ids, pid);
  for (const { name, reader, pages, changes } of scenarios) {
    let number = 0;
    const next = () => pages[number++ % pages.length]!;
    await measure({ clients, seconds: 2 }, () => reader.justGet(next()));
    const stop = changing(admin, ids, changes);
    const before = cpuTimes(pidsOf(pid));
    const measured = await measure({ clients, seconds }, () => reader.justGet(next()));
    const cpu = cpuBetween(before, cpuTimes(pidsOf(pid)), measured.count);
    const changesPerRead = (await stop()) / measured.count;
    if (measured.reason) throw new Error(measured.reason);
    const ofReads = (part: "server" | "database") => (cpu[part] - changesPerRead * change[part]).toFixed(2);
    rows.push([name, measured.perSecond.toFixed(0), ofReads("server"), ofReads("database")]);
  }
  console.log(
    `one change by itself: server ${change.server.toFixed(2)}, database ${change.database.toFixed(2)} ms`,
  );
  console.log(table(["who reads", "a second", "server CPU ms", "database CPU ms"], rows as never));
  for (const client of [visitor, admin, signedIn]) client.close();
}

await withFolder(async (folder) => {
  const server = await startServer(folder);
  // They are made in the background, and change the stock of products.
  await server.printed("200 orders");
  await bench(server.url, server.pid).finally(() => server.stop());
});
