import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole } from "../support/factories/team.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const kinds = ["sales", "products", "regions", "countries", "returns", "discounts", "taxes", "customers"];

let place: Place;
let optionId: string;
const variants: string[] = [];

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop, { tax_rate: 10 });
  ({ id: optionId } = await anOption(shop, place.id));
  for (const title of ["=Shirt", "Mug"])
    variants.push(await aSoldVariant(shop, { price: 1000, product: { title } }));
});

// A canceled order counts nowhere: every test begins with none.
it.beforeEach(() => query(`update "order" set status = 'canceled'`));

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
async function read(path: string, client: Client = shop.admin): Promise<any> {
  const { status, body } = await client.get(`/admin/reports/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const buy = (quantities: readonly number[], more: object = {}) =>
  anOrder(shop.visitor(), {
    place,
    optionId,
    items: quantities.flatMap((quantity, index) =>
      quantity > 0 ? [{ variantId: variants[index]!, quantity }] : [],
    ),
    ...more,
  });

const query = (text: string, ...values: unknown[]) => shop.db.run<Record<string, never>>({ text, values });

describe("reports", () => {
  it("are for users who may read figures, those on customers for who may read customers, too", async () => {
    const userWith = async (...permissions: string[]) =>
      (await aMemberWith(shop, await aRole(shop, ...permissions))).client;
    const none = await userWith("orders:read");
    const some = await userWith("analytics:read");
    const most = await userWith("analytics:read", "customers:read");
    for (const kind of kinds) {
      for (const path of [`/admin/reports/${kind}`, `/admin/reports/${kind}/csv`]) {
        expect((await shop.visitor().get(path)).status, path).toBe(401);
        expect((await none.get(path)).status, path).toBe(403);
        expect((await some.get(path)).status, path).toBe(kind === "customers" ? 403 : 200);
        expect((await most.get(path)).status, path).toBe(path.endsWith("customers/csv") ? 403 : 200);
      }
    }
  });

  it("are empty in a shop without orders", async () => {
    for (const kind of kinds.filter((each) => each !== "sales")) {
      const { rows, count, currency_code } = await read(kind);
      expect([rows, count, currency_code], kind).toEqual([[], 0, "usd"]);
    }
    const { rows, totals } = await read("sales?period=7d");
    expect([rows.length, totals.current.orders]).toEqual([7, 0]);
  });

  it.for([
    ["products?order=price", /^order: /],
    ["products?by=color", /by/],
    ["products?limit=0", /limit/],
    ["products?offset=-1", /offset/],
    ["products?compare=never", /compare/],
    ["products?currency_code=dollars", /currency_code/],
    ["products?from=2026-02-30&to=2026-03-01", /^from: /],
    ["products?price=1", /price/],
    ["sales?interval=hour", /interval/],
    ["sales?timezone=Europe/Atlantis", /^timezone: /],
    ["customers?order=revenue", /^order: /],
    ["customers?region_id=reg_1", /region_id/],
    ["customers/csv?order=name", /^order: /],
  ] as const)("refuse %s", async ([path, message]) => {
    const { status, body } = await shop.admin.get(`/admin/reports/${path}`);
    expect([status, body.type]).toEqual([400, "invalid_data"]);
    expect(body.message).toMatch(message);
  });

  it("show what was sold, in pages and in the order of a figure", async () => {
    await buy([2, 1]);
    await buy([0, 4]);
    const { rows, count, totals } = await read("products");
    expect(count).toBe(2);
    expect(rows.map(({ name, current }: never) => [name, current["quantity"], current["sales"]])).toEqual([
      ["Mug", 5, 5500],
      ["=Shirt", 2, 2200],
    ]);
    expect(totals.current).toMatchObject({ quantity: 7, sales: 7700, taxes: 700 });
    expect(totals.current.orders).toBeUndefined();
    const names = async (path: string) => (await read(path)).rows.map(({ name }: never) => name);
    expect(await names("products?order=quantity&limit=1")).toEqual(["=Shirt"]);
    expect(await names("products?order=name&offset=1")).toEqual(["Mug"]);
    expect(await names("products?q=mUG")).toEqual(["Mug"]);
    expect(await names("products?region_id=reg_unknown")).toEqual([]);
  });

  it("compare with the days before, or with the year before", async () => {
    const { id } = await buy([1]);
    await query(`update "order" set created_at = now() - interval '1 year 2 days' where id = $1`, id);
    const compared = async (path: string) => (await read(path)).totals.compared.orders;
    expect(await compared("regions?period=30d&compare=year")).toBe(1);
    expect(await compared("regions?period=30d")).toBe(0);
    expect(await compared("sales?period=30d&compare=year&interval=week")).toBe(1);
  });

  it("show the taxes of a rate and country, and what came back of them", async () => {
    const order = await buy([2]);
    const item_id = order.items[0]!.id;
    await shop.admin.post(`/admin/orders/${order.id}/return`, {
      items: [{ item_id, quantity: 1 }],
      receive_now: true,
      refund: 0,
    });
    const { rows, totals } = await read("taxes");
    expect(rows).toMatchObject([
      { country_code: place.countries[0], rate: 10, current: { net: 2500, taxes: 250, returned_taxes: 100 } },
    ]);
    expect(totals.current).toEqual({ taxes: 250, returned_taxes: 100, taxes_due: 150 });
    const [shirt] = (await read("returns")).rows;
    expect(shirt.current).toEqual({ quantity: 2, returned_quantity: 1, returned_sales: 1100 });

    // Another program takes the receipt back.
    await query(`update "return" set status = 'canceled', received_at = null where order_id = $1`, order.id);
    expect((await read("returns")).rows).toEqual([]);
  });

  it("count a dynamic code as its discount, and every order once for each code", async () => {
    const free = await aDiscount(shop, place.id, {
      rule: { type: "free_shipping", value: 0, allocation: "total" },
    });
    const discount = await aDiscount(shop, place.id, { is_dynamic: true });
    const code = `DYNAMIC-${Date.now()}`;
    await shop.admin.post(`/admin/discounts/${discount.id}/dynamic-codes`, { code, usage_limit: 5 });
    const order = await buy([3], { discounts: [{ code: free.code }, { code }] });
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    const { rows, totals } = await read("discounts");
    expect(rows.map(({ id, current }: never) => [id, current["orders"], current["discounts"]])).toEqual([
      [discount.id, 1, body.order.discount_total],
      [free.id, 1, 0],
    ]);
    expect(totals.current).toEqual({ discounts: body.order.discount_total });
  });

  it("are sent as a file, whose cells are no formulas and whose amounts are decimal", async () => {
    await buy([1, 2], { email: "+1@example.com" });
    const answer = await shop.admin.get("/admin/reports/products/csv?order=name");
    expect(answer.headers.get("content-type")).toMatch(/^text\/csv/);
    expect(answer.headers.get("content-disposition")).toMatch(/attachment; filename="products-.*-usd\.csv"/);
    const [head, shirt, mug, end] = String(answer.body).split("\r\n");
    expect(head).toMatch(/^id;name;country;rate;region;currency;orders;quantity;sales;/);
    expect(shirt).toMatch(/;'=Shirt;;;;usd;1;1;11;/);
    expect(mug).toMatch(/;Mug;;;;usd;1;2;22;/);
    expect(end).toBe("");
    const customers = String((await shop.admin.get("/admin/reports/customers/csv")).body);
    expect(customers).toContain(";'+1@example.com;");
    const sales = String((await shop.admin.get("/admin/reports/sales/csv?period=7d")).body);
    expect(sales.trim().split("\r\n")).toHaveLength(8);
  });

  it("list customers by all they have bought, and what of it in the period", async () => {
    const first = await buy([1], { email: "first@example.com" });
    await buy([3], { email: "best@example.com" });
    await query(`update "order" set created_at = now() - interval '2 years' where id = $1`, first.id);
    await shop.admin.post(`/admin/orders/${first.id}/capture`);
    await shop.admin.post(`/admin/orders/${first.id}/refund`, { amount: 300, reason: "other" });
    const { rows, count } = await read("customers");
    expect(count).toBe(2);
    expect(rows[0]).toMatchObject({ email: "best@example.com", orders: 1 });
    expect(rows[1]).toMatchObject({
      orders: 1,
      refunds: 300,
      current: { orders: 0, sales: 0, refunds: 300 },
    });
    const byRefunds = (await read("customers?order=-refunds&limit=1")).rows;
    expect(byRefunds.map(({ email }: never) => email)).toEqual(["first@example.com"]);
  });

  it("show what the stock is worth, at prices and at costs, and what it was worth before", async () => {
    await query("update product_variant set inventory_quantity = 0");
    await query(
      `update product_variant set inventory_quantity = 4, metadata = '{"cost": "2.50"}' where id = $1`,
      variants[0],
    );
    await query("update product_variant set inventory_quantity = 2 where id = $1", variants[1]);
    const { rows, totals, counted_at } = await read("stock");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ id: null, name: null });
    const worth = { variants: 2, quantity: 6, value: 6000, without_price: 0, cost: 1000, without_cost: 1 };
    expect(totals.current).toEqual(worth);
    expect(totals.compared.value).toBe(0);
    expect(Date.parse(counted_at)).toBeGreaterThan(Date.now() - 60_000);

    await query(
      `update tradewind.analytics_stock_value set counted_on = to_char(counted_on::date - 8, 'YYYY-MM-DD'), value = 5000`,
    );
    const week = await read("stock?period=7d&by=variant");
    expect([week.totals.current.value, week.totals.compared.value]).toEqual([6000, 5000]);
    expect(week.rows.map(({ name, current }: never) => [name, current["value"]])).toMatchObject([
      [expect.stringContaining("=Shirt"), 4000],
      [expect.stringContaining("Mug"), 2000],
    ]);
    const file = String((await shop.admin.get("/admin/reports/stock/csv")).body).split("\r\n");
    expect(file[1]).toMatch(/;'=Shirt;.*;usd;4;40;10$/);
  });

  it("take in orders that were counted before there were reports, and lose nothing meanwhile", async () => {
    await buy([1, 1]);
    const before = await read("products");
    await query(`update tradewind.analytics_order set contribution = contribution - 'report'`);
    await query("delete from tradewind.analytics_report_sum");
    await query("delete from tradewind.analytics_customer_sum");
    // The last statement of migrations/0025_reports.sql.
    await query(
      "insert into tradewind.analytics_order_change select order_id from tradewind.analytics_order order by placed_at desc",
    );
    const summary = async () => (await shop.admin.get("/admin/analytics/summary")).body.currencies;
    const figures = await summary();
    expect((await read("products")).rows).toEqual(before.rows);
    expect((await read("customers")).count).toBe(1);
    expect(await summary()).toEqual(figures);
  });
});
