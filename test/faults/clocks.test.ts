import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { Client } from "../support/clients/client.ts";
import { aReadyCart, complete, guest } from "../support/factories/carts.ts";
import { type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { ShiftedClock } from "../support/time/shifted-clock.ts";
import { until } from "../support/time/until.ts";

const HOUR = 60 * 60 * 1000;

const clock = new ShiftedClock();
let database: TestDatabase;
let db: Db;
let shop: Checkout;
const programs: Program[] = [];
let wrong: string;
let right: string;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
    const environment = {
      ...environmentOn(database.url),
      TRADEWIND_SESSION_HOURS: "1",
      TRADEWIND_STOCK_HOLD_MINUTES: "10",
      TRADEWIND_FAILURES_PER_ACCOUNT: "3",
    };
    programs.push(
      tradewind(["start"], { ...environment, ...clock.environment }),
      tradewind(["start"], { ...environment, TRADEWIND_JOBS: "0" }),
    );
    [wrong, right] = (await Promise.all(programs.map(urlOf))) as [string, string];
    shop = await openCheckout({ db, admin: await adminOf(right) });
  },
  async () => {
    for (const { process } of programs) process.kill("SIGTERM");
    await Promise.all(programs.map(({ ended }) => ended));
    await db.close();
    await database.drop();
    clock.remove();
  },
);

const cookieOf = (client: Client) => ({ cookie: `connect.sid=${client.cookie("connect.sid")}` });
const at = (url: string, headers: Record<string, string> = {}) => new Client(url, headers);

/** The order of a cart that begins at one process and is completed at the other. */
async function bought(begins: string, ends: string): Promise<{ id: string; display_id: number }> {
  const items = [{ variant_id: await aSoldVariant(shop, { stock: 1 }), quantity: 1 }];
  const cartId = await aReadyCart(at(begins), shop, { items });
  const key = `complete ${cartId}`;
  const first = await complete(at(ends), cartId, key);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  const again = await complete(at(begins), cartId, key);
  expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id]);
  return first.body.data;
}

describe.each([HOUR, -HOUR, 0])("a process whose clock is set by %i ms", (shift) => {
  it.beforeEach(() => clock.set(programs[0]!, shift));

  it("keeps the sessions and tokens that it gives, and those that others gave", async () => {
    const there = at(wrong);
    const login = await there.post("/admin/auth", ADMIN);
    const [, expires = ""] = /expires=([^;]+)/i.exec(login.headers.get("set-cookie") ?? "") ?? [];
    // It really believes in another time.
    expect(Math.round((Date.parse(expires) - Date.now()) / HOUR) + 0).toBe(1 + shift / HOUR);
    const here = await adminOf(right);
    for (const headers of [cookieOf(there), cookieOf(here)]) {
      expect((await at(wrong, headers).get("/admin/auth")).status).toBe(200);
      expect((await at(right, headers).get("/admin/auth")).status).toBe(200);
    }
    const { body } = await at(wrong).post("/admin/auth/token", ADMIN);
    const bearer = { authorization: `Bearer ${body.access_token}` };
    expect((await at(right, bearer).get("/admin/auth")).status).toBe(200);
  });

  it("places orders once, with ids of their own, and repeats its answers", async () => {
    const orders = [await bought(wrong, wrong), await bought(wrong, right), await bought(right, wrong)];
    expect(new Set(orders.map(({ id }) => id)).size).toBe(3);
    const numbers = orders.map(({ display_id }) => display_id);
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    const text =
      "select count(*) as count from tradewind.event where name = 'order.placed' and entity_id = any($1)";
    expect(await db.run({ text, values: [orders.map(({ id }) => id)] })).toEqual([{ count: 3 }]);
  });

  it("holds the last piece for the cart that has it, at both processes", async () => {
    const items = [{ variant_id: await aSoldVariant(shop, { stock: 1 }), quantity: 1 }];
    const holder = await aReadyCart(at(wrong), shop, { items });
    for (const url of [wrong, right]) {
      const other = (await at(url).post("/store/carts", { region_id: shop.regionId })).body.cart.id;
      const { status } = await at(url).post(`/store/carts/${other}/line-items`, items[0]);
      expect(status).toBe(400);
    }
    expect((await complete(at(right), holder)).status).toBe(200);
  });

  it("counts failed guesses", async () => {
    const { email } = guest();
    const guess = () => at(wrong).post("/store/auth", { email, password: "wrong" });
    const statuses = [await guess(), await guess(), await guess(), await guess()].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await at(right).post("/store/auth", { email, password: "wrong" })).status).toBe(429);
  });

  it("leaves jobs that are due every minute to the clock of the database", async () => {
    const text = `select bool_and(last_execution <= now()) as "isPast",
        bool_or(identifier = 'payments-finish' and last_execution > now() - interval '2 minutes') as "isDone"
      from graphile_worker._private_known_crontabs`;
    await until(async () => (await db.run({ text, values: [] }))[0]!["isDone"] === true);
    expect(await db.run({ text, values: [] })).toEqual([{ isPast: true, isDone: true }]);
  });
});
