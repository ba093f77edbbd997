import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { Client } from "../support/clients/client.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { bookedOrders, type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { freePort } from "../support/servers/free-port.ts";
import { type Nginx, startNginx } from "../support/servers/nginx.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, faultsOf, urlOf } from "../support/servers/servers.ts";
import { browsing, type Reply, type Visitor, Visitors } from "./visitors.ts";

const VISITORS = 8;
let database: TestDatabase;
let db: Db;
let ports: number[];
let servers: Program[];
let nginx: Nginx;
let shop: Checkout;
let boots: string;
const faults: string[] = [];

async function started(port: number): Promise<Program> {
  const server = tradewind(["start"], {
    ...environmentOn(database.url),
    PORT: String(port),
    TRADEWIND_TRUST_PROXY: "127.0.0.1",
    TRADEWIND_DRAIN_SECONDS: "1",
  });
  await urlOf(server);
  return server;
}

const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
    ports = [await freePort(), await freePort()];
    servers = await Promise.all(ports.map(started));
    nginx = await startNginx(ports);
    shop = await openCheckout({ db, admin: await adminOf(nginx.url) });
    boots = await aSoldVariant(shop, { stock: 1_000_000 });
  },
  async () => {
    for (const { process } of servers) process.kill("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
    await nginx.stop();
    await db.close();
    await database.drop();
    expect([...faults, ...servers.flatMap(faultsOf)]).toEqual([]);
  },
);

/** Ends one of the processes and starts it again, on the same port. */
async function restart(index: number, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  servers[index]!.process.kill(signal);
  expect(await servers[index]!.ended).toBe(signal === "SIGTERM" ? 0 : "SIGKILL");
  faults.push(...faultsOf(servers[index]!));
  servers[index] = await started(ports[index]!);
}

const isRunning = ({ status, body }: Reply) => status === 409 && /is still running/.test(body.message);
const wasApplied = ({ status, body }: Reply) => status === 409 && /its answer was lost/.test(body.message);

/** Sends it until there is an answer, always with the same key; null when it was done, but the answer was lost. */
async function insisting(visitor: Visitor, path: string, body: unknown): Promise<Reply | null> {
  const key = randomUUID();
  for (;;) {
    const reply = await visitor.post(path, body, key).catch(() => null);
    if (reply && wasApplied(reply)) return null;
    if (reply && reply.status < 500 && !isRunning(reply)) return reply;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Lets the lease of idempotency keys expire, which a dead process may hold, without waiting. */
const twentySecondsPass = () =>
  db.run({
    text: `update tradewind.idempotency set locked_until = now()
      where state = 'started' and created_at < now() - interval '1 second'`,
    values: [],
  });

// Starting processes takes long on a machine that is busy.
describe("several processes behind nginx", () => {
  it("sell: from the catalogue to the order, at any process", async () => {
    const client = new Client(nginx.url);
    expect((await client.get("/store/products")).body.count).toBe(1);
    const cartId = await aReadyCart(client, shop, { items: [{ variant_id: boots, quantity: 2 }] });
    const done = await complete(client, cartId, "a key of the customer");
    expect(done).toMatchObject({ status: 200, body: { type: "order" } });
    expect(await complete(client, cartId, "a key of the customer")).toMatchObject({ body: done.body });
    expect(await bookedOrders(shop, [cartId])).toMatchObject([{ payments: 1, pieces: 2 }]);
    const seen = await db.run({ text: "select distinct context ->> 'ip' as ip from cart", values: [] });
    expect(seen).toEqual([{ ip: "127.0.0.1" }]);
  });

  it("are restarted one after the other, and no request is lost", async () => {
    const visitors = new Visitors(VISITORS, nginx.url, browsing({ ...shop, variantId: boots }));
    await visitors.during(async () => {
      await visitors.answered(100);
      for (const index of servers.keys()) await restart(index, "SIGTERM");
      await visitors.answered(100);
    });
    expect(visitors.failures, nginx.output()).toEqual([]);
  });

  it("one that is killed: reads do not fail, and writes that are repeated with their key are done once", async () => {
    const cartIds: string[] = [];
    const readers = new Visitors(4, nginx.url, async (visitor, sent) => {
      await sent("products", visitor.get("/store/products?limit=5"));
    });
    const writers = new Visitors(4, nginx.url, async (visitor) => {
      const made = await insisting(visitor, "/store/carts", { region_id: shop.regionId });
      const cartId = made?.body.cart.id;
      if (!cartId) return;
      cartIds.push(cartId);
      await insisting(visitor, `/store/carts/${cartId}/line-items`, { variant_id: boots, quantity: 1 });
    });
    await writers.during(() =>
      readers.during(async () => {
        await readers.answered(50);
        await restart(1, "SIGKILL");
        await twentySecondsPass();
        await readers.answered(50);
      }),
    );
    expect(readers.failures).toEqual([]);
    const lines = await db.run({
      text: `select cart_id, sum(quantity) as pieces from line_item where cart_id = any($1)
        group by cart_id having sum(quantity) <> 1`,
      values: [cartIds],
    });
    expect(lines).toEqual([]);
    expect(cartIds.length).toBeGreaterThan(10);
  });
});
