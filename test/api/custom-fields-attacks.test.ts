import { expect } from "vitest";
import { aCart, aPlace } from "../support/factories/carts.ts";
import { type AnyRow, aField, rowIn } from "../support/factories/custom-fields.ts";
import { aProduct } from "../support/factories/products.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { ADMIN, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";
import { until } from "../support/time/until.ts";

const { it, shop } = withShop(() => startShop({ TRADEWIND_JOBS: "2" }));

const declare = (declaration: object) =>
  shop.admin.post("/admin/custom-fields", { entity: "product", type: "text", ...declaration });
const change = (id: string, custom_fields: unknown) =>
  shop.admin.post(`/admin/products/${id}`, { custom_fields });
const read = async (id: string) => rowIn(await shop.admin.get(`/admin/products/${id}`), "product");

/** JSON as a text: `JSON.stringify` cannot go that deep. */
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

it("a declaration with a dangerous name or part is refused", async () => {
  const wrong: Record<string, unknown>[] = [
    { name: "constructor" },
    { name: "__proto__" },
    { name: "x'); drop table product; --" },
    { name: 'x"' },
    { name: "a".repeat(51) },
    { name: "a", constructor: true },
    { name: "a", type: "choice", options: Array.from({ length: 501 }, (_, index) => `o${index}`) },
    { name: "a", type: "json", schema: { type: "string", pattern: "(a+)+$" } },
    { name: "a", type: "json", schema: { $ref: "#" } },
    { name: "a", type: "json", schema: { type: "object", properties: { constructor: 1 } } },
  ];
  for (const declaration of wrong) {
    const { status, body } = await declare(declaration);
    expect([declaration["name"], status, typeof body.message]).toEqual([declaration["name"], 400, "string"]);
  }
});

it("wrong values and filters are refused, and nothing changes", async () => {
  await aField(shop, "product", { name: "note", filter: true });
  await aField(shop, "product", { name: "essay", type: "long-text", filter: true });
  await aField(shop, "product", { name: "grams", type: "integer", filter: true });
  await aField(shop, "product", { name: "shape", type: "json", schema: { type: ["array", "object"] } });
  await aField(shop, "product", { name: "twin", type: "reference", references: "product" });
  const { id } = await aProduct(shop, { title: "Attacked" });
  const { id: deleted } = await aProduct(shop, { title: "Deleted" });
  await shop.admin.delete(`/admin/products/${deleted}`);
  await change(id, { note: "before" });
  for (const sent of [
    { constructor: 1 },
    { note: "x".repeat(1_001) },
    { note: "a\u0000b" },
    { note: "\ud800" },
    { shape: { a: "\u0000" } },
    { shape: ["x".repeat(50_000)] },
    { grams: 1.5 },
    { grams: 1e300 },
    { twin: deleted },
    { note: "after", grams: "x" },
  ]) {
    const { status, body } = await change(id, sent);
    expect([Object.keys(sent), status, body.type]).toEqual([Object.keys(sent), 400, "invalid_data"]);
  }
  const raw = (path: string, json: string) => shop.admin.post(path, undefined, { raw: json });
  for (const levels of [21, 5_000, 20_000]) {
    const value = await raw(`/admin/products/${id}`, `{"custom_fields": {"shape": ${deep(levels)}}}`);
    const schema = `{"entity": "product", "name": "a", "type": "json", "schema": {"enum": ${deep(levels + 20)}}}`;
    expect([levels, value.status, (await raw("/admin/custom-fields", schema)).status]).toEqual([
      levels,
      400,
      400,
    ]);
  }
  expect((await read(id))["custom_fields"]).toMatchObject({ note: "before", grams: null, shape: null });
  for (const query of [
    "custom_fields[constructor]=x",
    "custom_fields[note'or'1'='1]=x",
    "custom_fields[note][constructor]=x",
    "custom_fields[note][contains][x]=x",
    "custom_fields[grams]=1e5",
    "custom_fields=x",
    "order=custom_fields.note'--",
    "order=custom_fields.constructor",
    "order=custom_fields",
    "fields=custom_fields.nothing",
    "fields=custom_fields.note.more",
  ]) {
    expect([query, (await shop.admin.get(`/admin/products?${query}`)).status]).toEqual([query, 400]);
  }
  const quoted = await shop.admin.get("/admin/products?custom_fields[note]=' or 1=1 --");
  expect(quoted.body.count).toBe(0);
});

it("texts of any length are filtered and sorted, with an index and without", async () => {
  const { id } = await aProduct(shop, { title: "Long" });
  // Neither compressible nor ASCII: an index entry of the whole text would be too long.
  const long = Array.from({ length: 6_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
  ).join("");
  await until(async () => {
    const [{ count } = { count: 0 }] = await shop.db.run<{ count: number }>({
      text: "select count(*)::int as count from pg_indexes where schemaname = 'public' and indexname ^@ 'custom_field_'",
      values: [],
    });
    return count >= 3;
  });
  expect((await change(id, { essay: long })).status).toBe(200);
  const found = async (query: string) =>
    (await shop.admin.get(`/admin/products?${query}`)).body.products.map((each: AnyRow) => each["id"]);
  expect(await found(`custom_fields[essay]=${encodeURIComponent(long.slice(0, 900))}`)).toEqual([]);
  expect(await found(`custom_fields[essay][contains]=${encodeURIComponent(long.slice(700, 720))}`)).toEqual([
    id,
  ]);
  expect((await found("order=custom_fields.essay"))[0]).toBe(id);
});

it("a value of another type, as a program may have written it, is found by nothing and breaks nothing", async () => {
  const { id } = await aProduct(shop, { title: "Written by hand" });
  await shop.db.run({
    text: `update product set custom_fields = '{"grams": "heavy"}' where id = $1`,
    values: [id],
  });
  const { status } = await shop.admin.get(
    "/admin/products?custom_fields[grams][gte]=0&order=custom_fields.grams",
  );
  expect(status).toBe(200);
});

it("an entity has at most 100 fields", async () => {
  const answers = [];
  for (let index = 0; index < 101; index++)
    answers.push(await declare({ entity: "discount", name: `field_${index}` }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(answers.at(-1)).toMatchObject({ status: 400, body: { type: "not_allowed" } });
});

it("the storefront learns nothing of what is not declared for it", async () => {
  await aField(shop, "product", { name: "hushed_supplier", type: "choice", options: ["acme"], filter: true });
  await aField(shop, "variant", { name: "hushed_shelf" });
  await aField(shop, "line_item", { name: "hushed_packer" });
  await aField(shop, "customer", { name: "hushed_risk" });
  await aField(shop, "region", { name: "hushed_margin" });
  await aField(shop, "collection", { name: "hushed_plan" });
  await aField(shop, "product", { name: "fabric", storefront: "read" });
  const { productId, variantId } = await aSoldProduct(shop);
  await change(productId, { hushed_supplier: "acme", fabric: "wool" });
  await shop.admin.post(`/admin/products/${productId}/variants/${variantId}`, {
    custom_fields: { hushed_shelf: "shelf of hushed" },
  });
  const place = await aPlace(shop);
  await shop.admin.post(`/admin/regions/${place.id}`, {
    custom_fields: { hushed_margin: "margin of hushed" },
  });
  const visitor = shop.visitor();
  const cart = await aCart(visitor, {
    region_id: place.id,
    country_code: place.countries[0],
    items: [{ variant_id: variantId, quantity: 1 }],
  });
  const cartPath = `/store/carts/${cart.id}`;
  for (const path of [
    `/store/products/${productId}`,
    `/store/products?id=${productId}&expand=variants,collection`,
    `/store/products?id=${productId}&fields=%2Bcustom_fields`,
    `/store/variants/${variantId}`,
    `/store/regions/${place.id}`,
    "/store/regions",
    cartPath,
    "/openapi.json",
  ]) {
    const { status, body } = await visitor.get(path);
    expect([path, status, JSON.stringify(body).match(/hushed|acme/)?.[0]]).toEqual([path, 200, undefined]);
  }
  for (const query of [
    "fields=custom_fields.hushed_supplier",
    "fields=id,variants.custom_fields.hushed_shelf",
    "fields[]=custom_fields.hushed_supplier",
    "custom_fields[hushed_supplier]=acme",
    "custom%5Ffields[hushed_supplier]=acme",
    "order=custom_fields.hushed_supplier",
    "order=-custom%5Ffields.hushed_supplier",
    "order[]=custom_fields.hushed_supplier",
    "order=variants.custom_fields.hushed_shelf",
  ]) {
    const { status, body } = await visitor.get(`/store/products?${query}`);
    expect([query, status, body.products]).toEqual([query, 400, undefined]);
  }
  for (const [path, body] of [
    [`${cartPath}/line-items`, { variant_id: variantId, quantity: 1, custom_fields: { hushed_packer: "x" } }],
    [cartPath, { custom_fields: { hushed_packer: "x" } }],
    [
      "/store/customers",
      {
        email: "a@b.example",
        password: "hush-hush-one",
        first_name: "A",
        last_name: "B",
        custom_fields: { hushed_risk: "x" },
      },
    ],
  ] as const) {
    expect([path, (await visitor.post(path, body)).status]).toEqual([path, 400]);
  }
  const described = (await shop.admin.get("/openapi.json")).body;
  expect(JSON.stringify(described)).toContain("hushed_supplier");
});

it("one word of a search finds products, variants and customers by their fields", async () => {
  await aField(shop, "product", { name: "nickname", search: true });
  const { id } = await aProduct(shop, { title: "Searched" });
  await change(id, { nickname: "Zephyrine Quux" });
  for (const q of ["zephyrine", "quux zephyrine"])
    expect((await shop.admin.get(`/admin/products?q=${q}`)).body).toMatchObject({
      count: 1,
      products: [{ id }],
    });
  expect((await shop.visitor().get("/store/products?q=zephyrine")).body.count).toBe(0);
});

it("requests at once all see a field that another process has declared", async () => {
  const other = await anotherProcess(shop);
  const client = other.visitor();
  await client.post("/admin/auth", ADMIN);
  const { id } = await aProduct(shop, { title: "At once" });
  const paths = [
    `/admin/products/${id}`,
    `/admin/products?id=${id}`,
    `/admin/products/${id}?expand=variants`,
    `/admin/products?id=${id}&expand=tags`,
  ];
  for (const path of paths) await client.get(path);
  for (const round of [1, 2, 3]) {
    const { name } = await aField(shop, "product", { name: `at_once_${round}`, search: true });
    await change(id, { [name]: `found${round}` });
    const answers = await Promise.all([...paths, ...paths].map((path) => client.get(path)));
    const values = answers.map(({ body }) => (body.product ?? body.products[0]).custom_fields[name]);
    expect(values).toEqual(answers.map(() => `found${round}`));
    await aField(shop, "product", { name: `later_${round}`, search: true });
    await change(id, { [`later_${round}`]: `hidden${round}` });
    const searched = await client.get(`/admin/products?q=hidden${round}`);
    expect(searched.body).toMatchObject({ count: 1, products: [{ id }] });
  }
  await other.close();
});

it("a purge ends when the field is declared again, and rows keep their other values", async () => {
  const field = await aField(shop, "collection", { name: "passing" });
  await aField(shop, "collection", { name: "staying" });
  const { id } = rowIn(
    await shop.admin.post("/admin/collections", {
      title: "Purged",
      custom_fields: { passing: "a", staying: "b" },
    }),
    "collection",
  );
  await shop.admin.delete(`/admin/custom-fields/${field.id}`);
  await shop.admin.post(`/admin/custom-fields/${field.id}/purge`, {});
  await until(async () => {
    const { custom_fields } = (await shop.admin.get("/admin/custom-fields?entity=collection")).body;
    return !custom_fields.some((each: AnyRow) => each["id"] === field.id);
  });
  await aField(shop, "collection", { name: "passing", type: "integer" });
  const { collection } = (await shop.admin.get(`/admin/collections/${id}`)).body;
  expect(collection.custom_fields).toMatchObject({ passing: null, staying: "b" });
});
