import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configFrom } from "../../src/config.ts";
import { tidyUp } from "../../src/modules/housekeeping/index.ts";
import { startShop, type TestShop } from "../support/app.ts";
import { aCart, aPlace, aSoldVariant, type Place } from "../support/carts.ts";
import { aPayableCart, complete } from "../support/paid-carts.ts";

let shop: TestShop;
let place: Place;
const running = { isStopping: () => false };

beforeAll(async () => {
  shop = await startShop();
  place = await aPlace(shop);
});
afterAll(() => shop.close());

const tidy = (days = 90) => tidyUp({ db: shop.db, config: { ...configFrom({}), cartDays: days } }, running);

const count = async (table: string) => {
  const [row] = await shop.db.run<{ n: number }>({ text: `select count(*) as n from ${table}`, values: [] });
  return row!.n;
};

const age = (table: string, id: string, column = "id") =>
  shop.db.run({
    text: `update ${table} set updated_at = now() - interval '91 days' where ${column} = $1`,
    values: [id],
  });

describe("housekeeping", () => {
  it("removes sessions, keys and limits that have expired, and no others", async () => {
    await shop
      .visitor()
      .post("/store/carts", { region_id: place.id }, { headers: { "idempotency-key": "old" } });
    await shop
      .visitor()
      .post("/store/carts", { region_id: place.id }, { headers: { "idempotency-key": "new" } });
    await shop.db.run({
      text: "update tradewind.idempotency set created_at = now() - interval '26 hours' where key = 'old'",
      values: [],
    });
    await shop.db.run({
      text: `insert into tradewind.rate_limit (key, hits, window_ends_at) values ('x', 1, now() - interval '2 hours')`,
      values: [],
    });
    const sessions = await count("tradewind.session");
    expect(await tidy()).toMatchObject({ keys: 1, limits: 1, sessions: 0 });
    expect(await count("tradewind.session")).toBe(sessions);
    expect(await tidy()).toMatchObject({ keys: 0, limits: 0, sessions: 0 });
    await shop.db.run({
      text: "update tradewind.session set expires_at = now() - interval '1 second'",
      values: [],
    });
    expect(await tidy()).toMatchObject({ sessions });
    await shop.admin.post("/admin/auth", { email: "admin@example.com", password: "correct horse battery" });
  });

  it("gives up carts that nobody touched for long, but none that was bought", async () => {
    const variantId = await aSoldVariant(shop);
    const old = await aCart(shop.visitor(), { region_id: place.id });
    const touched = await aCart(shop.visitor(), {
      region_id: place.id,
      items: [{ variant_id: variantId, quantity: 1 }],
    });
    const bought = await aPayableCart(shop.visitor(), { place, variantId });
    await complete(shop.visitor(), bought.id);
    for (const { id } of [old, touched, bought]) await age("cart", id);
    expect(await tidy(0)).not.toHaveProperty("carts");
    expect(await tidy()).toMatchObject({ carts: 1 });
    const statuses = await Promise.all(
      [old, touched, bought].map(async ({ id }) => (await shop.visitor().get(`/store/carts/${id}`)).status),
    );
    expect(statuses).toEqual([404, 200, 200]);
  });
});
