import pg from "pg";
import { describe, expect } from "vitest";
import { aCart, aPlace } from "../support/factories/carts.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

const { it, shop } = withShop(() => startShop({ TRADEWIND_REQUESTS: "2", TRADEWIND_WAITING_REQUESTS: "1" }));

const BODY = {
  type: "unexpected_state",
  code: "overloaded",
  message: "There are more visitors than the shop can serve right now: try again in a moment",
};

/** A table that nobody can read: who asks for it keeps a slot. */
async function locked(table: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table}`);
  try {
    await work();
  } finally {
    await client.end();
  }
}

const metric = async (line: string) => {
  const { body } = await shop.visitor().get("/metrics");
  return Number(new RegExp(`^${line.replace(/[{}"]/g, "\\$&")} (\\d+)$`, "m").exec(body)?.[1]);
};

const running = (kind: string, state: "running" | "waiting", count: number) =>
  until(async () => (await metric(`tradewind_requests{kind="${kind}",state="${state}"}`)) === count);

describe("a process with more requests than it runs at the same time", () => {
  it("lets one wait, and asks the next to come again, with nothing done", async () => {
    const tag = { name: "Wholesale" };
    const key = { "idempotency-key": "a-key-that-is-refused" };
    await locked("customer_group", async () => {
      const first = shop.admin.get("/admin/customer-groups");
      await running("admin", "running", 1);
      const second = shop.admin.get("/admin/regions");
      await running("admin", "waiting", 1);
      const refused = await shop.admin.send("POST", "/admin/customer-groups", { body: tag, headers: key });
      expect([refused.status, refused.body, refused.headers.get("retry-after")]).toEqual([503, BODY, "2"]);
      expect((await shop.visitor().get("/store/regions")).status).toBe(200);
      expect((await shop.visitor().get("/health")).status).toBe(200);
      await shop.db.run({
        text: "select pg_cancel_backend(pid) from pg_locks where not granted",
        values: [],
      });
      await Promise.all([first, second]);
      expect((await second).status).toBe(200);
    });
    // The key was not used.
    const repeated = await shop.admin.send("POST", "/admin/customer-groups", { body: tag, headers: key });
    expect(repeated.status).toBe(200);
    expect(await metric(`tradewind_requests_refused_total{kind="admin"}`)).toBe(1);
  });

  it("goes on with other work when a slow service keeps the slots of carts", async () => {
    const { productId } = await aSoldProduct(shop);
    const place = await aPlace(shop);
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    await locked("cart", async () => {
      const carts = Array.from({ length: 2 }, () => shop.visitor().get(`/store/carts/${id}`));
      await running("cart", "running", 2);
      // One of each kind runs in any case; after a second the others have their slots back.
      expect((await shop.visitor().get(`/store/products/${productId}`)).status).toBe(200);
      await running("cart", "running", 0);
      await shop.db.run({
        text: "select pg_cancel_backend(pid) from pg_locks where not granted",
        values: [],
      });
      await Promise.all(carts);
    });
    await running("cart", "waiting", 0);
  });
});
