import pg from "pg";
import { describe, expect } from "vitest";
import type { Answer } from "../support/clients/client.ts";
import { aCart, addLine, aPlace, type Place, rowsOf } from "../support/factories/carts.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { OtherTransaction } from "../support/postgres/other-transaction.ts";

let place: Place;
let variantId: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
});

async function asOperator(...texts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  for (const text of ["set default_transaction_read_only = off", ...texts]) await client.query(text);
  await client.end();
}

const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Applies to all sessions that begin during the work; they keep the setting. */
async function withSetting(setting: string, work: () => Promise<void>): Promise<void> {
  const database = `alter database "${new URL(shop.databaseUrl).pathname.slice(1)}"`;
  await asOperator(`${database} set ${setting}`, END_OTHERS);
  await work().finally(() => asOperator(`${database} reset all`));
}

function expectNotNow({ status, headers, body }: Answer): void {
  expect([status, body.type, body.code]).toEqual([503, "database_error", "api_error"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
}

describe("a database that takes no changes", () => {
  it("is no fault of the request: 503 for changes, answers for reads, and changes again when it is over", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    const before = await rowsOf(shop, id);
    const line = { variant_id: variantId, quantity: 1 };
    const key = { headers: { "idempotency-key": "while it takes no changes" } };
    const visitor = shop.visitor();
    await withSetting("default_transaction_read_only = on", async () => {
      const answers = [
        await visitor.post("/store/carts", { region_id: place.id }),
        await visitor.post(`/store/carts/${id}/line-items`, line),
        await visitor.post(`/store/carts/${id}/line-items`, line, key),
        await visitor.post("/store/auth", { email: "a@example.com", password: "wrong" }),
        await visitor.post("/admin/auth", { email: "a@example.com", password: "wrong" }),
        await shop.admin.post("/admin/collections", { title: "Not now" }),
        await shop.admin.delete(`/admin/regions/${place.id}`),
      ];
      for (const answer of answers) expectNotNow(answer);
      expect(await visitor.get("/ready")).toMatchObject({
        status: 503,
        body: { database: "read-only", migrations: "ok" },
      });
      expect((await visitor.get("/health")).status).toBe(200);
      expect((await visitor.get("/store/products")).status).toBe(200);
      expect((await visitor.get(`/store/carts/${id}`)).status).toBe(200);
      expect((await shop.admin.get("/admin/regions")).status).toBe(200);
      expect(await rowsOf(shop, id)).toEqual(before);
    });
    // Sessions that still refuse are found out by a request each.
    for (let tries = 0; tries < 20 && (await visitor.get("/ready")).status !== 200; tries++);
    expect((await visitor.get("/ready")).status).toBe(200);
    await addLine(visitor, id, variantId);
    expect((await shop.admin.get("/admin/regions")).body.count).toBeGreaterThan(0);
  });
});

describe("a statement that is canceled because it takes too long", () => {
  it("is 503, and nothing is changed", async () => {
    // Sessions of the test before may still refuse changes. Each ends with the request that it refuses.
    const carts = Array.from({ length: 20 }, () =>
      shop.visitor().post("/store/carts", { region_id: place.id }),
    );
    await Promise.all(carts);
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    const before = await rowsOf(shop, id);
    await withSetting("statement_timeout = '300ms'", async () => {
      const other = await OtherTransaction.begin(shop);
      await other.does("select from cart where id = $1 for update", id);
      expectNotNow(await shop.visitor().post(`/store/carts/${id}`, { email: "a@example.com" }));
      await other.end();
      expect(await rowsOf(shop, id)).toEqual(before);
    });
  });
});
