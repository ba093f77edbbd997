import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestShop, type TestShop } from "tradewind/testing";
import plugin from "./plugin.ts";

let shop: TestShop;
before(async () => {
  shop = await startTestShop({ plugins: [plugin] });
});
after(() => shop.stop());

async function aProduct(title: string, material: string): Promise<string> {
  const custom_fields = { material };
  const { body } = await shop.admin.post("/admin/products", { title, status: "published", custom_fields });
  return body.product.id;
}

test("a repair is reported, listed and finished once", async () => {
  const product_id = await aProduct("Smock", "canvas");
  const ada = await shop.customer("ada@example.com");
  const { id } = (await ada.post("/store/repairs", { product_id, what: "a torn sleeve" })).body;
  const { body: open } = await shop.admin.get("/admin/repairs");
  assert.deepEqual(open.repairs, [{ id, what: "a torn sleeve", email: "ada@example.com", title: "Smock" }]);

  const finish = () => shop.admin.post(`/admin/repairs/${id}/finish`);
  const answers = await Promise.all([finish(), finish(), finish()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404]);
  assert.ok((await ada.get("/store/repairs")).body.repairs[0].finished_at);
  assert.equal((await shop.admin.get("/admin/events?name={{name}}.finished")).body.count, 1);
  assert.equal((await shop.admin.get("/admin/notes")).body.notes[0].value, "Repaired: a torn sleeve");
  await shop.waitForEvents();
});

test("leather is not repaired, and a report needs a customer", async () => {
  const product_id = await aProduct("Boots", "leather");
  const grace = await shop.customer("grace@example.com");
  const refused = await grace.post("/store/repairs", { product_id, what: "a hole" });
  assert.deepEqual([refused.status, refused.body.message], [400, "product_id: we do not repair leather"]);
  assert.equal((await shop.store.post("/store/repairs", { product_id, what: "a hole" })).status, 401);
  assert.equal((await shop.store.get("/admin/repairs")).status, 401);
  assert.deepEqual((await grace.get("/store/repairs")).body.repairs, []);
});

test("products are found by their material", async () => {
  const { body } = await shop.store.get("/store/products?custom_fields[material]=leather");
  assert.deepEqual(
    body.products.map(({ title }: { title: string }) => title),
    ["Boots"],
  );
});

test("an order of more than 20 pieces of one item is refused", async () => {
  const manual = { payment_providers: ["manual"], fulfillment_providers: ["manual"] };
  const europe = { name: "Europe", currency_code: "usd", tax_rate: 0, countries: ["de"], ...manual };
  const { region } = (await shop.admin.post("/admin/regions", europe)).body;
  const order = (quantity: number) =>
    shop.admin.post("/admin/draft-orders", {
      email: "ada@example.com",
      region_id: region.id,
      shipping_methods: [],
      items: [{ title: "Thread", unit_price: 100, quantity }],
    });
  assert.equal((await order(20)).status, 200);
  const refused = await order(21);
  assert.deepEqual([refused.status, refused.body.code], [400, "too_many"]);
});

test("old repairs are deleted every night", async () => {
  await shop.query("update {{schema}}.repair set finished_at = now() - interval '3 years'");
  await shop.runJob("{{name}}:delete-old");
  assert.deepEqual(await shop.query("select id from {{schema}}.repair"), []);
});
