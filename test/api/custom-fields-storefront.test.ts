import { expect } from "vitest";
import { aCart, aPlace, complete, readCart } from "../support/factories/carts.ts";
import { type AnyRow, aField, rowIn } from "../support/factories/custom-fields.ts";
import { customerDetails } from "../support/factories/customers.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

it("the storefront sees of a product what is declared for it, with and without a cache", async () => {
  await aField(shop, "product", { name: "material", storefront: "read", filter: true });
  const { productId, variantId } = await aSoldProduct(shop);
  await shop.admin.post(`/admin/products/${productId}`, { custom_fields: { material: "wool" } });
  await aField(shop, "product", { name: "cost", type: "integer" });
  await aField(shop, "variant", { name: "shelf" });
  await shop.admin.post(`/admin/products/${productId}`, { custom_fields: { cost: 5 } });
  const visitor = shop.visitor();
  for (const _ of [1, 2, 3]) {
    const { product } = (await visitor.get(`/store/products/${productId}`)).body;
    expect(product.custom_fields).toEqual({ material: "wool" });
    expect(product.variants[0]).not.toHaveProperty("custom_fields");
    const listed = (await visitor.get(`/store/products?id=${productId}`)).body.products[0];
    expect(listed.custom_fields).toEqual({ material: "wool" });
  }
  const admin = (await shop.admin.get(`/admin/products/${productId}`)).body.product;
  expect(admin.custom_fields).toEqual({ material: "wool", cost: 5 });
  expect(admin.variants[0].custom_fields).toEqual({ shelf: null });
  expect(JSON.stringify((await shop.admin.get(`/admin/variants/${variantId}`)).body)).toContain("shelf");
});

it("the storefront filters and sorts by what it sees and what has an index", async () => {
  const visitor = shop.visitor();
  expect((await visitor.get("/store/products?custom_fields[material]=wool")).body.count).toBe(1);
  expect((await visitor.get("/store/products?order=custom_fields.material")).status).toBe(200);
  for (const query of [
    "custom_fields[cost]=5",
    "order=custom_fields.cost",
    "order=variants.custom_fields.shelf",
  ]) {
    expect((await visitor.get(`/store/products?${query}`)).status).toBe(400);
  }
});

it("carts and lines take what the storefront may write, and the order gets it", async () => {
  await aField(shop, "cart", { name: "gift_note", storefront: "write" });
  await aField(shop, "cart", { name: "source" });
  await aField(shop, "order", { name: "gift_note" });
  await aField(shop, "order", { name: "priority", type: "choice", options: ["low", "high"], default: "low" });
  await aField(shop, "line_item", { name: "engraving", storefront: "write" });
  const { variantId } = await aSoldProduct(shop);
  const place = await aPlace(shop);
  const visitor = shop.visitor();
  const { id } = await aCart(visitor, {
    region_id: place.id,
    country_code: place.countries[0],
    custom_fields: { gift_note: "For you" },
    items: [{ variant_id: variantId, quantity: 1, custom_fields: { engraving: "A" } }],
  });
  const lines = `/store/carts/${id}/line-items`;
  const add = (custom_fields?: object) =>
    visitor.post(lines, { variant_id: variantId, quantity: 1, ...(custom_fields && { custom_fields }) });
  await add({ engraving: "A" });
  await add({ engraving: "B" });
  const { body } = await add();
  expect(body.cart.items.map((line: AnyRow) => [line.custom_fields.engraving, line.quantity])).toEqual([
    ["A", 2],
    ["B", 1],
    [null, 1],
  ]);
  const refused = await visitor.post(`/store/carts/${id}`, { custom_fields: { source: "x" } });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: "property custom_fields.source should not exist" },
  });
  await visitor.post(`${lines}/${body.cart.items[2].id}`, { quantity: 1, custom_fields: { engraving: "C" } });
  const cart: AnyRow = await readCart(visitor, id);
  expect(cart.custom_fields).toEqual({ gift_note: "For you" });
  expect(cart.items[2].custom_fields).toEqual({ engraving: "C" });
  await visitor.post(`/store/carts/${id}`, { email: "buyer@example.com" });
  await visitor.post(`/store/carts/${id}/payment-sessions`);
  const placed = (await complete(visitor, id)).body.data;
  expect(placed).not.toHaveProperty("custom_fields");
  expect(placed.items.map((line: AnyRow) => line.custom_fields.engraving)).toEqual(["A", "B", "C"]);
  const order = rowIn(await shop.admin.get(`/admin/orders/${placed.id}`), "order");
  expect(order["custom_fields"]).toEqual({ gift_note: "For you", priority: "low" });
  expect(order["items"].map((line: AnyRow) => line.custom_fields)).toEqual([
    { engraving: "A" },
    { engraving: "B" },
    { engraving: "C" },
  ]);
});

it("customers write their own fields", async () => {
  await aField(shop, "customer", { name: "birthday", type: "date", storefront: "write" });
  await aField(shop, "customer", { name: "rating", type: "integer", storefront: "read" });
  const browser = shop.visitor();
  const person = customerDetails();
  const created = await browser.post("/store/customers", {
    ...person,
    custom_fields: { birthday: "2000-02-30" },
  });
  expect(created).toMatchObject({
    status: 400,
    body: { message: "custom_fields.birthday must be a date, YYYY-MM-DD" },
  });
  const { body } = await browser.post("/store/customers", {
    ...person,
    custom_fields: { birthday: "2000-02-29" },
  });
  expect(body.customer.custom_fields).toEqual({ birthday: "2000-02-29", rating: null });
  expect((await browser.post("/store/customers/me", { custom_fields: { rating: 5 } })).status).toBe(400);
  const changed = await browser.post("/store/customers/me", { custom_fields: { birthday: null } });
  expect(changed.body.customer.custom_fields).toEqual({ birthday: null, rating: null });
});
