import { expect } from "vitest";
import { aPayableCart, aPlace, complete } from "../support/factories/carts.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let cartId: string;
let order: { id: string; display_id: number; email: string };
const { it, shop } = withShop();
it.beforeAll(async () => {
  const place = await aPlace(shop);
  const variantId = await aSoldVariant(shop);
  cartId = (await aPayableCart(shop.visitor(), { place, variantId })).id;
  order = (await complete(shop.visitor(), cartId)).body.data;
});

const rare = ["raw_discount_total", "refunded_total", "refundable_amount"];
const rareOf = (row: object) => rare.filter((name) => name in row);

it("A cart of which fields were chosen has the totals that v1 has, and others only where they are named", async () => {
  const cart = async (query: string) =>
    (await shop.visitor().get(`/store/carts/${cartId}?${query}`)).body.cart;
  for (const query of ["fields=id", "fields=id,total", "fields=id&expand=items"]) {
    const shown = await cart(query);
    expect(rareOf(shown)).toEqual([]);
    expect(shown).toMatchObject({ total: 1100, discount_total: 0, items: [{ raw_discount_total: 0 }] });
  }
  expect(rareOf(await cart("fields=id,raw_discount_total"))).toEqual(["raw_discount_total"]);
  expect(rareOf(await cart("expand=items"))).toEqual(rare);
});

it("An order of which fields or relations were chosen goes without its discount before rounding, and its lines have theirs", async () => {
  for (const path of [`/store/orders/${order.id}?`, `/store/orders/cart/${cartId}?`]) {
    const { body } = await shop.visitor().get(`${path}fields=id&expand=items`);
    expect(body.order).not.toHaveProperty("raw_discount_total");
    expect(body.order).not.toHaveProperty("created_at");
    expect(body.order.items[0].raw_discount_total).toBe(0);
  }
  const { body } = await shop.admin.get(`/admin/orders/${order.id}?fields=id`);
  const related = await shop.admin.get(`/admin/orders/${order.id}?expand=returnable_items`);
  for (const each of [body, related.body]) expect(each.order).not.toHaveProperty("raw_discount_total");
  expect(body.order).not.toHaveProperty("created_at");
});

it("Orders in lists and lookups have created_at with every selection of fields", async () => {
  const lookup = `/store/orders?display_id=${order.display_id}&email=${order.email}&fields=id,total`;
  const found = (await shop.visitor().get(lookup)).body.order;
  expect(found).toMatchObject({ created_at: expect.any(String), total: 1100 });
  expect(found).not.toHaveProperty("paid_total");
  const { body } = await shop.admin.get(`/admin/orders?id=${order.id}&fields=id`);
  expect(body.orders[0]).toMatchObject({ created_at: expect.any(String), total: 1100 });
});
