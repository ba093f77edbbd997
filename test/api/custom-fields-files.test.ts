import { expect } from "vitest";
import { imported } from "../support/factories/batch-imports.ts";
import { exported } from "../support/factories/batch-jobs.ts";
import { aField } from "../support/factories/custom-fields.ts";
import { customerDetails } from "../support/factories/customers.ts";
import { aProduct, usd } from "../support/factories/products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

const data = aDataFolder();

const { it, shop } = withShop(
  () => startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);

const read = async (id: string) => (await shop.admin.get(`/admin/products/${id}`)).body.product;

it("a file of products has the fields, and brings them back", async () => {
  await aField(shop, "product", { name: "material", type: "choice", options: ["wool", "silk"] });
  await aField(shop, "product", { name: "deposit", type: "money" });
  await aField(shop, "product", { name: "colours", type: "choices", options: ["red", "blue"] });
  await aField(shop, "variant", { name: "shelf", type: "integer" });
  const { id } = await aProduct(shop, {
    handle: "scarf",
    custom_fields: {
      material: "wool",
      deposit: { amount: 1500, currency_code: "eur" },
      colours: ["red", "blue"],
    },
    variants: [{ title: "One", prices: [usd(100)], custom_fields: { shelf: 7 } }],
  });
  const before = await read(id);
  const { text: file } = await exported(shop, "product-export");
  expect(file).toContain(
    "Product Field material;Product Field deposit;Product Field colours;Variant Field shelf",
  );
  expect(file).toContain("wool;1500 eur;red|blue;7");
  await imported(shop, file);
  expect({ ...(await read(id)), updated_at: null }).toEqual({ ...before, updated_at: null });
  const { updated_at } = await read(id);
  await imported(shop, file.replace("wool;1500 eur;red|blue;7", "silk;;blue;8"));
  const after = await read(id);
  expect(after.custom_fields).toEqual({ material: "silk", deposit: null, colours: ["blue"] });
  expect(after.variants[0].custom_fields).toEqual({ shelf: 8 });
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(updated_at));
  expect(Date.parse(after.variants[0].updated_at)).toBeGreaterThan(Date.parse(updated_at));
  const wrong = await imported(shop, file.replace("wool;", "tin;"));
  expect(JSON.stringify(wrong)).toContain("custom_fields.material must be one of");
  expect((await read(id)).custom_fields.material).toBe("silk");
});

it("a file of filtered products has only those that a field finds", async () => {
  await aField(shop, "product", { name: "batch", type: "integer", filter: true });
  await aProduct(shop, { handle: "early", custom_fields: { batch: 1 } });
  await aProduct(shop, { handle: "late", custom_fields: { batch: 9 } });
  const wanted = (custom_fields: object) => ({ filterable_fields: { custom_fields } });
  const { text } = await exported(shop, "product-export", wanted({ batch: { gte: "5" } }));
  expect(text).toContain("late");
  expect(text).not.toContain("early");
  const context = wanted({ lot: "1" });
  const refused = await shop.admin.post("/admin/batch-jobs", { type: "product-export", context });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toBe("property custom_fields.lot should not exist");
});

it("a field that lists are filtered by has an index, until it is deleted and purged", async () => {
  const { id } = await aProduct(shop, { title: "Indexed" });
  const field = await aField(shop, "product", { name: "season", filter: true });
  await shop.admin.post(`/admin/products/${id}`, { custom_fields: { season: "winter" } });
  const indexes = () =>
    shop.db.run<{ indexdef: string }>({
      text: "select indexdef from pg_indexes where indexname ^@ 'custom_field_' and indexdef like '%season%'",
      values: [],
    });
  await until(async () => (await indexes()).length === 1);
  expect((await indexes())[0]!.indexdef).toContain("custom_fields ->> 'season'");
  await shop.admin.delete(`/admin/custom-fields/${field.id}`);
  await until(async () => (await indexes()).length === 0);
  expect((await shop.admin.post(`/admin/custom-fields/${field.id}/purge`)).status).toBe(200);
  const stored = () => shop.db.run({ text: "select custom_fields from product where id = $1", values: [id] });
  await until(async () =>
    (await shop.admin.get("/admin/custom-fields")).body.custom_fields.every(
      (each: { id: string }) => each.id !== field.id,
    ),
  );
  expect(await stored()).toEqual([{ custom_fields: null }]);
});

it("the search of the administration finds what is declared for it", async () => {
  const { id } = await aProduct(shop, { title: "Searched" });
  await aField(shop, "product", { name: "legend", search: true });
  await shop.admin.post(`/admin/products/${id}`, { custom_fields: { legend: "Found by Ariadne" } });
  const found = (await shop.admin.get("/admin/products?q=ariadne%20found")).body;
  expect(found.products.map((each: { id: string }) => each.id)).toEqual([id]);
});

it("files of customers and orders have their fields, and exports are filtered by them", async () => {
  await aField(shop, "customer", { name: "vat_number", filter: true });
  await aField(shop, "order", { name: "priority", type: "integer" });
  for (const vat_number of ["NL1", "NL2"])
    await shop.admin.post("/admin/customers", { ...customerDetails(), custom_fields: { vat_number } });
  const filterable_fields = { custom_fields: { vat_number: "NL2" } };
  const { text } = await exported(shop, "customer-export", { filterable_fields });
  expect(text).toContain("Field vat_number");
  expect(text).toContain("NL2");
  expect(text).not.toContain("NL1");
  expect((await exported(shop, "order-export")).text).toContain("Field priority");
  const context = { filterable_fields: { custom_fields: { nothing: "x" } } };
  const refused = await shop.admin.post("/admin/batch-jobs", { type: "customer-export", context });
  expect(refused.status).toBe(400);
});
