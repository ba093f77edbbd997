import pg from "pg";
import { describe, expect } from "vitest";
import { someOrders } from "../support/caches/cached-orders.ts";
import { aShirt } from "../support/factories/products.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

/** Another program on the same database, whose writes fire no ordinary triggers. */
let other: pg.Client;
const { it, shop } = withShop();
it.beforeAll(async () => {
  other = new pg.Client({ connectionString: shop.databaseUrl });
  await other.connect();
  await other.query("set session_replication_role = replica");
});
it.afterAll(async () => {
  await other.end();
});

describe("writes while ordinary triggers are off", () => {
  it("is in the next answer about the catalogue, and found by a search", async () => {
    const { id } = await aShirt(shop, { title: "Oilskin", status: "published" });
    const shown = async () => (await shop.visitor().get(`/store/products/${id}`)).body.product.title;
    expect([await shown(), await shown()]).toEqual(["Oilskin", "Oilskin"]);
    await other.query("update product set title = 'Tarpaulin' where id = $1", [id]);
    expect(await shown()).toBe("Tarpaulin");
    const { body } = await shop.visitor().post("/store/products/search", { q: "tarpaulin" });
    expect(body.hits.map((hit: { id: string }) => hit.id)).toEqual([id]);
  });

  it("is in the next answer about a cart, and of its region", async () => {
    const region = await aRegion(shop);
    const { body } = await shop.visitor().post("/store/carts", { region_id: region.id });
    const shown = async () => (await shop.visitor().get(`/store/carts/${body.cart.id}`)).body.cart;
    expect((await shown()).email).toBeNull();
    expect((await shown()).region.name).toBe(region.name);
    await other.query("update cart set email = 'a@example.com' where id = $1", [body.cart.id]);
    await other.query("update region set name = 'South' where id = $1", [region.id]);
    expect(await shown()).toMatchObject({ email: "a@example.com", region: { name: "South" } });
  });

  it("is in the next list of orders", async () => {
    const { orderId, lineId } = await someOrders(shop);
    const path = `/admin/orders?id=${orderId}&expand=&fields=email,total`;
    const shown = async () => (await shop.admin.get(path)).body.orders[0];
    const before = await shown();
    expect(await shown()).toEqual(before);
    await other.query("update line_item set unit_price = unit_price + 100 where id = $1", [lineId]);
    const after = await shown();
    expect(after.total).toBeGreaterThan(before.total);
    await other.query(`update "order" set email = 'b@example.com' where id = $1`, [orderId]);
    expect(await shown()).toEqual({ ...after, email: "b@example.com" });
  });
});
