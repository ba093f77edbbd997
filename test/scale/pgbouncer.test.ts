import { describe, expect, inject } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { Client } from "../support/clients/client.ts";
import { aJob, endedJob } from "../support/factories/batch-jobs.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import {
  atOnce,
  bookedOrders,
  type Checkout,
  openCheckout,
  ownStock,
} from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type PgBouncer, startPgBouncer } from "../support/postgres/pgbouncer.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, faultsOf, urlOf } from "../support/servers/servers.ts";
import { openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";

/** Two servers have ten connections each; PostgreSQL sees these. */
const SERVER_CONNECTIONS = 3;
const STOCK = 1_000;
let database: TestDatabase;
let pooler: PgBouncer;
let servers: Program[];
let visitors: Client[];
let db: Db;
let shop: Checkout;
let receiver: Receiver;
let boots: string;

const it = withSetup(
  async () => {
    // An empty one: the migrations go past the pooler, too.
    database = await freshDatabase({ empty: true });
    pooler = await startPgBouncer(inject("serverUrl"), SERVER_CONNECTIONS);
    const environment = {
      ...environmentOn(pooler.urlOf(database.url)),
      DATABASE_DIRECT_URL: database.url,
      TRADEWIND_NAMED_STATEMENTS: pooler.carriesNames ? "on" : "off",
      TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
    };
    servers = [0, 1].map(() => tradewind(["start"], environment));
    const urls = await Promise.all(servers.map(urlOf));
    visitors = urls.map((url) => new Client(url));
    db = openDatabase({ url: database.url, poolSize: 2 });
    receiver = await openReceiver();
    shop = await openCheckout({ db, admin: await adminOf(urls[0]!) });
    boots = await aSoldVariant(shop, { stock: STOCK });
  },
  async () => {
    for (const { process } of servers) process.kill("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
    await receiver.close();
    await db.close();
    await pooler.stop();
    await database.drop();
    expect(servers.flatMap(faultsOf)).toEqual([]);
  },
);

const visitor = (index: number) => visitors[index % visitors.length]!;

describe("a shop behind PgBouncer in transaction mode", () => {
  it("sells: twelve customers check out at once, over few connections", async () => {
    const webhook = { url: receiver.url, events: ["order.placed"] };
    expect((await shop.admin.post("/admin/webhooks", webhook)).status).toBe(200);
    const carts = await atOnce(12, async (index) => {
      const items = [{ variant_id: boots, quantity: 2 }];
      const cartId = await aReadyCart(visitor(index), shop, { items });
      expect(await complete(visitor(index + 1), cartId)).toMatchObject({ status: 200 });
      return cartId;
    });
    const orders = await bookedOrders(shop, carts);
    expect(orders).toHaveLength(12);
    for (const order of orders) expect(order).toMatchObject({ payments: 1, pieces: 2, placedEvents: 1 });
    expect(await ownStock(shop, boots)).toBe(STOCK - 24);

    const name = new URL(database.url).pathname.slice(1);
    const pools = (await pooler.show("pools")).filter((pool) => pool["database"] === name);
    const opened = pools.reduce((sum, { sv_active, sv_idle, sv_used }) => {
      return sum + Number(sv_active) + Number(sv_idle) + Number(sv_used);
    }, 0);
    expect(opened).toBeGreaterThan(0);
    expect(opened).toBeLessThanOrEqual(SERVER_CONNECTIONS);
    expect(pools.map((pool) => pool["pool_mode"])).toContain("transaction");
  });

  it("sends webhooks", async () => {
    await until(() => receiver.received.length >= 12);
    expect(receiver.names()).toEqual(Array(12).fill("order.placed"));
    expect(new Set(receiver.received.map(({ event }) => event.data.id)).size).toBe(12);
  });

  it("adds twenty lines to a cart at once, of two variants", async () => {
    const hat = await aSoldVariant(shop, { stock: STOCK });
    const { body } = await visitor(0).post("/store/carts", { region_id: shop.regionId });
    const lines = `/store/carts/${body.cart.id}/line-items`;
    const answers = await atOnce(20, (index) =>
      visitor(index).post(lines, { variant_id: index % 2 ? hat : boots, quantity: 1 }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { body: shown } = await visitor(1).get(`/store/carts/${body.cart.id}`);
    const quantities = shown.cart.items.map(({ quantity }: { quantity: number }) => quantity);
    expect(quantities).toEqual([10, 10]);
  });

  it("works on jobs in the background", async () => {
    const { id } = await aJob(shop, "product-export");
    expect(await endedJob(shop, id)).toMatchObject({ status: "completed", result: { count: 2 } });
  });
});
