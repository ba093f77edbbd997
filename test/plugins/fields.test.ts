import { afterEach, expect, it } from "vitest";
import { removePluginData } from "../../src/plugins/stored/remove-plugin-data.ts";
import { aField } from "../support/factories/custom-fields.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { PluginFiles } from "./plugin-files.ts";

const made: PluginFiles[] = [];
const shops: StartedShop[] = [];

afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
  for (const files of made.splice(0)) files.remove();
});

const pluginWith = (name: string, fields: unknown) => {
  const files = new PluginFiles({
    "plugin.ts": `export default { name: "${name}", fields: ${JSON.stringify(fields)} };`,
  });
  made.push(files);
  return files.at("plugin.ts");
};

async function start(plugins: string[], options: Parameters<typeof startShop>[1] = {}) {
  const shop = await startShop({ TRADEWIND_PLUGINS: plugins.join(",") }, options);
  shops.push(shop);
  return shop;
}

const material = { type: "choice", label: "Material", options: ["wool", "silk"], filter: true };

it("a reference of a plugin names what it references, also by the older name entity", async () => {
  const shop = await start([
    pluginWith("makers", {
      product: {
        maker: { type: "reference", references: "customer" },
        seller: { type: "reference", entity: "customer" },
      },
    }),
  ]);
  const { id } = (
    await shop.admin.post("/admin/customers", {
      email: "maker@example.com",
      first_name: "A",
      last_name: "B",
      password: "secret-enough",
    })
  ).body.customer;
  const made = (custom_fields: object) => shop.admin.post("/admin/products", { title: "Bag", custom_fields });
  expect((await made({ maker: id, seller: id })).body.product.custom_fields).toEqual({
    maker: id,
    seller: id,
  });
  expect(await made({ maker: "cus_none" })).toMatchObject({
    status: 400,
    body: { message: "custom_fields.maker: there is no customer with the id cus_none" },
  });
  const { custom_fields } = (await shop.admin.get("/admin/custom-fields")).body;
  expect(custom_fields.map(({ references }: { references: string }) => references)).toEqual([
    "customer",
    "customer",
  ]);
  const wrong = pluginWith("wrong", { product: { maker: { type: "reference", references: "maker" } } });
  await expect(startShop({ TRADEWIND_PLUGINS: wrong })).rejects.toThrow("references must be one of product,");
});

it("another type of a field is refused at the start with the way out; one that is wider is not", async () => {
  const database = await freshDatabase();
  const kept = { database: { ...database, drop: async () => {} } };
  const fields = (type: string) => ({ product: { grams: { type, filter: true } } });
  const first = await start([pluginWith("weights", fields("integer"))], kept);
  await first.admin.post("/admin/products", { title: "Bag", custom_fields: { grams: 12 } });
  await first.close();
  shops.splice(0);
  await expect(start([pluginWith("weights", fields("text"))], kept)).rejects.toThrow(
    "the field grams of product: it was declared with the type integer by the plugin weights",
  );
  await expect(start([pluginWith("other", fields("date"))], kept)).rejects.toThrow(
    'or take the plugin out and run "tradewind plugins remove-data weights"',
  );
  const wider = await start([pluginWith("weights", fields("number"))], kept);
  const { body } = await wider.admin.get("/admin/products?custom_fields[grams]=12");
  expect(body.products[0].custom_fields).toEqual({ grams: 12 });
  await wider.close();
  shops.splice(0);
  await removePluginData({ connectionString: database.url }, "weights");
  const last = await start([pluginWith("weights", fields("text"))], { database });
  const [product] = (await last.admin.get("/admin/products")).body.products;
  expect(product.custom_fields).toEqual({ grams: null });
});

it("a plugin declares fields, which are served, described and not to be declared again", async () => {
  const sold = { type: "integer", computed: true };
  const shop = await start([pluginWith("fabrics", { product: { material, sold } })]);
  const { body } = await shop.admin.post("/admin/products", {
    title: "Scarf",
    custom_fields: { material: "wool" },
  });
  expect(body.product.custom_fields).toEqual({ material: "wool", sold: null });
  const { custom_fields } = (await shop.admin.get("/admin/custom-fields?entity=product")).body;
  const known = { id: null, name: "material", plugin: "fabrics", label: "Material" };
  expect(custom_fields).toMatchObject([known, { name: "sold", computed: true }]);
  const again = await shop.admin.post("/admin/custom-fields", {
    entity: "product",
    name: "material",
    type: "text",
  });
  expect(again).toMatchObject({
    status: 409,
    body: { message: "name: the plugin fabrics declares a field material of product" },
  });
  const document = (await shop.admin.get("/openapi.json")).body;
  const shown = document.components.schemas.Product.properties.custom_fields.properties;
  expect(shown).toMatchObject({ material: { enum: ["wool", "silk", null] }, sold: {} });
  const changes = document.paths["/admin/products/{id}"].post.requestBody.content["application/json"].schema;
  expect(Object.keys(changes.properties.custom_fields.properties)).toEqual(["material"]);
  const ofVariants = changes.properties.variants.items.properties.custom_fields;
  expect(ofVariants).toEqual({ $ref: "#/components/schemas/CustomFields" });
});

it.each([
  [{ product: { material: { type: "wood" } } }, "the field material of product: type must be one of"],
  [{ product: { material: { type: "choice" } } }, "options must list the choices"],
  [
    { product: { sold: { type: "integer", computed: true, default: 0 } } },
    "the field sold of product: a computed field has no required, no default and no storefront: write",
  ],
  [{ products: { material } }, "there is no entity products"],
  [{ product: { Material: material } }, "name must have lower-case letters"],
  [{ product: { title: { type: "text", column: "title" } } }, "column: product has title already"],
  [{ order: { shop: { type: "text", column: "shop" } } }, "column: the table order has no column shop"],
])("a wrong declaration stops the start and is named: %j", async (fields, problem) => {
  await expect(start([pluginWith("wrong", fields)])).rejects.toThrow(problem);
});

it("two plugins, or a plugin and the settings, cannot have one field", async () => {
  const one = pluginWith("one", { product: { material } });
  const two = pluginWith("two", { product: { material } });
  await expect(start([one, two])).rejects.toThrow("is declared by the plugin");
  const database = await freshDatabase();
  const shop = await start([], { database: { ...database, drop: async () => {} } });
  await aField(shop, "product", { name: "material" });
  await expect(start([one], { database })).rejects.toThrow("the settings declare it, too");
});

it("a column that the shop has added is served by its own name", async () => {
  const database = await freshDatabase();
  const before = await start([], { database: { ...database, drop: async () => {} } });
  await before.db.run({ text: "alter table product add column store_id text", values: [] });
  const fields = { product: { store_id: { type: "text", column: "store_id", filter: true } } };
  const shop = await start([pluginWith("columns", fields)], {
    database: { ...database, drop: async () => {} },
  });
  const { body } = await shop.admin.post("/admin/products", {
    title: "Scarf",
    status: "published",
    custom_fields: { store_id: "north" },
  });
  expect(body.product.store_id).toBe("north");
  expect(body.product).not.toHaveProperty("custom_fields");
  const { products } = (
    await shop.admin.get("/admin/products?custom_fields[store_id]=north&fields=id,store_id")
  ).body;
  expect(products).toMatchObject([{ id: body.product.id, store_id: "north" }]);
  const stored = await shop.db.run({ text: "select store_id, custom_fields from product", values: [] });
  expect(stored).toEqual([{ store_id: "north", custom_fields: null }]);
  const visitor = shop.visitor();
  expect((await visitor.get(`/store/products/${body.product.id}`)).body.product).not.toHaveProperty(
    "store_id",
  );
  expect((await visitor.get("/store/products?order=store_id")).status).toBe(400);
});
