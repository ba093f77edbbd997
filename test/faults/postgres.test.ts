import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { Client } from "../support/clients/client.ts";
import { PersistentClient } from "../support/clients/persistent-client.ts";
import { guest } from "../support/factories/carts.ts";
import { bookedOrders, type Checkout, openCheckout, ownStock } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { KillablePostgres } from "../support/postgres/killable-postgres.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

const STOCK = 10_000;
const started: Program[] = [];

let postgres: KillablePostgres;
let db: Db;
const it = withSetup(
  async () => {
    postgres = await KillablePostgres.start();
    db = openDatabase({ url: postgres.url, poolSize: 2 });
  },
  async () => {
    await db.close();
    await postgres.stop();
  },
);

it.afterEach(async () => {
  for (const program of started.splice(0)) {
    program.process.kill("SIGTERM");
    await program.ended;
  }
});

function start(words: string[], environment: Record<string, string>): Program {
  const program = tradewind(["start", "--no-demo", ...words], environment);
  started.push(program);
  return program;
}

/** Every path of the API gives the same answer while the database is gone. */
async function expectUnavailable(url: string): Promise<void> {
  const visitor = new Client(url);
  const cart = { region_id: "reg_1" };
  const answers = [
    await visitor.get("/store/products"),
    await visitor.post("/store/carts", cart),
    await visitor.post("/store/carts", cart, { headers: { "idempotency-key": "while it is gone" } }),
    await visitor.with({ authorization: "Bearer x" }).get("/admin/orders"),
  ];
  for (const { status, headers, body } of answers) {
    expect([status, body.type, body.code]).toEqual([503, "database_error", "api_error"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headers.get("content-type")).toContain("application/json");
  }
  expect((await visitor.get("/ready")).status).toBe(503);
  expect((await visitor.get("/health")).status).toBe(200);
}

describe("a PostgreSQL of the shop's own that is killed", () => {
  const checkout = async (client: PersistentClient, shop: Checkout, boots: string) => {
    const told = async (path: string, body?: unknown) => {
      const outcome = await client.post(path, body);
      if (outcome === "lost") return null;
      expect(outcome.status, JSON.stringify(outcome.body)).toBe(200);
      return outcome.body;
    };
    const created = await told("/store/carts", { region_id: shop.regionId });
    if (!created) return null;
    const { id } = created.cart;
    await told(`/store/carts/${id}/line-items`, { variant_id: boots, quantity: 1 });
    await told(`/store/carts/${id}`, guest());
    await told(`/store/carts/${id}/payment-sessions`);
    const { data } = await told(`/store/carts/${id}/complete`);
    return { cartId: id as string, orderId: data.id as string };
  };

  it("loses nothing that was acknowledged, and the server continues by itself when it is back", async () => {
    const program = start([], environmentOn(postgres.url));
    const url = await urlOf(program);
    const shop = await openCheckout({ db, admin: await adminOf(url) });
    const boots = await aSoldVariant(shop, { stock: STOCK });
    let isOver = false;
    let answers = 0;
    const client = new PersistentClient({ url: () => url, onAnswer: () => answers++ });
    const placed: { cartId: string; orderId: string }[] = [];
    const shopper = async () => {
      while (!isOver) {
        const bought = await checkout(client, shop, boots);
        if (bought) placed.push(bought);
      }
    };
    const shoppers = Promise.all(Array.from({ length: 4 }, shopper));
    for (const kill of ["server", "server", "process"]) {
      const goal = answers + 40;
      await until(() => answers > goal);
      if (kill === "process") postgres.killBackend();
      else {
        await postgres.kill();
        await expectUnavailable(url);
        await postgres.revive();
      }
    }
    const goal = placed.length + 4;
    await until(() => placed.length >= goal);
    isOver = true;
    await shoppers;
    expect(program.process.exitCode).toBe(null);
    const orders = await bookedOrders(
      shop,
      placed.map(({ cartId }) => cartId),
    );
    expect(new Map(orders.map(({ id, cartId }) => [cartId, id]))).toEqual(
      new Map(placed.map(({ orderId, cartId }) => [cartId, orderId])),
    );
    expect(orders.every(({ payments, placedEvents }) => payments === 1 && placedEvents === 1)).toBe(true);
    const [{ count }] = (await db.run({ text: `select count(*) from "order"`, values: [] })) as [
      { count: number },
    ];
    expect(await ownStock(shop, boots)).toBe(STOCK - count);
  });
});

describe("an embedded PostgreSQL that is killed", () => {
  it("is started again by its server, with everything that was acknowledged", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tradewind-server-"));
    // As root, PostgreSQL runs as another user, who must be able to pass through.
    chmodSync(folder, 0o711);
    const { DATABASE_URL: _, ...environment } = environmentOn("");
    const program = start([], { ...environment, TRADEWIND_DATA_DIR: folder });
    const admin = await adminOf(await urlOf(program));
    const titles: string[] = [];
    for (let kill = 0; kill < 2; kill++) {
      for (let index = 0; index < 3; index++) {
        const title = `Before kill ${kill}, ${index}`;
        expect((await admin.post("/admin/collections", { title })).status).toBe(200);
        titles.push(title);
      }
      const pid = Number(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
      process.kill(pid, "SIGKILL");
      await until(async () => (await admin.get("/store/collections")).status !== 200);
      await until(async () => (await admin.get("/store/collections")).status === 200);
    }
    const { body } = await admin.get("/admin/collections?limit=100");
    expect(body.collections.map(({ title }: { title: string }) => title).sort()).toEqual(titles.sort());
    expect(program.output()).toContain("PostgreSQL ended unexpectedly (SIGKILL); restarting it");
    program.process.kill("SIGTERM");
    expect(await program.ended).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });
});
