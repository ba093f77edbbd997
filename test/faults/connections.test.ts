import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { type Answer, Client } from "../support/clients/client.ts";
import { PersistentClient } from "../support/clients/persistent-client.ts";
import { aReadyCart } from "../support/factories/carts.ts";
import { atOnce, type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { socketOf, TcpProxy } from "../support/servers/tcp-proxy.ts";
import { pause } from "../support/time/until.ts";

let database: TestDatabase;
let db: Db;
let proxy: TcpProxy;
let server: Program;
let url: string;
let shop: Checkout;
let boots: string;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
    proxy = new TcpProxy(socketOf(database.url));
    await proxy.open();
    server = tradewind(["start"], {
      ...environmentOn(proxy.urlOf(database.url)),
      TRADEWIND_DATABASE_TIMEOUT: "1500",
      TRADEWIND_POOL_SIZE: "4",
    });
    url = await urlOf(server);
    shop = await openCheckout({ db, admin: await adminOf(url) });
    boots = await aSoldVariant(shop, { stock: 10_000 });
  },
  async () => {
    server.process.kill("SIGTERM");
    await server.ended;
    await proxy.close();
    await db.close();
    await database.drop();
  },
);

let cartId: string;
it.beforeEach(async () => {
  cartId = await aReadyCart(new Client(url), shop, { items: [{ variant_id: boots, quantity: 1 }] });
});

const sent = (path: string, body: unknown, key?: string) =>
  new Client(url).post(path, body, key === undefined ? {} : { headers: { "idempotency-key": key } });

const addLine = (key?: string) =>
  sent(`/store/carts/${cartId}/line-items`, { variant_id: boots, quantity: 1 }, key);
const complete = (key?: string) => sent(`/store/carts/${cartId}/complete`, undefined, key);

const piecesOf = ({ body }: Answer): number => body.cart.items[0].quantity;
const pieces = async () => piecesOf(await new Client(url).get(`/store/carts/${cartId}`));

const orders = async () => {
  const text = `select count(*) as count from "order" where cart_id = $1`;
  return (await db.run<{ count: number }>({ text, values: [cartId] }))[0]!.count;
};

describe.each(["request", "answer"] as const)("a connection that is cut at the %s of a commit", (what) => {
  it("applies the change once, and repeats its answer for an Idempotency-Key", async () => {
    const cut = proxy.cutNextCommit(what);
    const first = await addLine(`line ${what}`);
    await cut;
    expect([first.status, piecesOf(first)]).toEqual([200, 2]);
    const again = await addLine(`line ${what}`);
    expect([again.status, piecesOf(again)]).toEqual([200, 2]);
    expect(await pieces()).toBe(2);
  });

  it("reports an unknown result without a key", async () => {
    const cut = proxy.cutNextCommit(what);
    const { status, body, headers } = await addLine();
    await cut;
    expect([status, body.type]).toEqual([503, "database_error"]);
    expect(headers.get("retry-after")).toBe("2");
    expect(await pieces()).toBe(what === "answer" ? 2 : 1);
  });

  it("creates one cart of a guest, and returns it for a repeated key", async () => {
    const make = (key: string) => sent("/store/carts", { region_id: shop.regionId }, key);
    // The next one is made like this one.
    expect((await make(`like the next guest, ${what}`)).status).toBe(200);
    const cut = proxy.cutNextCommit(what);
    const made = await make(`made for a guest, ${what}`);
    await cut;
    expect({ status: made.status, message: made.body.message }).toEqual({ status: 200, message: undefined });
    expect((await new Client(url).get(`/store/carts/${made.body.cart.id}`)).body.cart).toEqual(
      made.body.cart,
    );
  });

  it("makes one order of a cart, with or without a key", async () => {
    const cut = proxy.cutNextCommit(what);
    const first = await complete(`complete ${what}`);
    await cut;
    const [again, anew] = [await complete(`complete ${what}`), await complete()];
    expect([again.status, anew.status, await orders()]).toEqual([200, 200, 1]);
    expect(again.body.data.id).toBe(anew.body.data.id);
    expect([200, 503]).toContain(first.status);
  });
});

it("connections that are cut again and again lose no line and add none twice", async () => {
  const client = new PersistentClient({ url: () => url });
  let isOver = false;
  const cutting = (async () => {
    for (let cut = 0; !isOver; cut++) {
      await Promise.race([proxy.cutNextCommit(cut % 2 ? "answer" : "request"), pause(200)]);
      if (cut % 3 === 0) proxy.cut();
      await pause(50);
    }
  })();
  await atOnce(4, async () => {
    for (let line = 0; line < 5; line++) {
      const added = { variant_id: boots, quantity: 1 };
      const outcome = await client.post(`/store/carts/${cartId}/line-items`, added);
      if (outcome !== "lost") expect(outcome.status).toBe(200);
    }
  });
  isOver = true;
  await cutting;
  proxy.spareCommits();
  expect(await pieces()).toBe(21);
});

it("a connection that breaks without a listener ends no process", async () => {
  const client = await db.pool.connect();
  expect(() => client.emit("error", new Error("cut"))).not.toThrow();
  client.release(true);
});

describe("a network that swallows everything", () => {
  it("is given up after a while, and everything continues when it is over", async () => {
    proxy.fallSilent();
    const during = await atOnce(6, (index) =>
      index % 2 ? addLine() : new Client(url).get("/store/regions"),
    );
    expect(during.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
    // Also those connections on which nothing ever arrives again.
    proxy.cut();
    proxy.speak();
    expect((await addLine("after the silence")).status).toBe(200);
    expect((await complete()).status).toBe(200);
  });

  it("does not hang on a transaction that it has interrupted", async () => {
    const held = proxy.holdNextCommit();
    const first = addLine("held");
    await held;
    // A transaction without a client still locks the row; PostgreSQL ends it.
    const second = await new PersistentClient({ url: () => url }).post(
      `/store/carts/${cartId}/line-items`,
      { variant_id: boots, quantity: 1 },
      "meanwhile",
    );
    expect(second).toMatchObject({ status: 200 });
    expect((await first).status).toBe(200);
    expect(await pieces()).toBe(3);
  });
});
