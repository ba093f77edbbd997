import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { aRegion } from "../support/factories/regions.ts";
import { aTaxedOption, aTaxedProduct, aTaxedType } from "../support/factories/tax-targets.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let regionId: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  regionId = (await aRegion(shop)).id;
});

const everything = "expand[]=products&expand[]=product_types&expand[]=shipping_options";
const create = (details: Record<string, unknown> = {}, query = "") =>
  shop.admin.post(`/admin/tax-rates${query}`, {
    name: "Reduced",
    code: "RED",
    rate: 5,
    region_id: regionId,
    ...details,
  });
const aRate = async (details: Record<string, unknown> = {}) => {
  const { status, body } = await create(details);
  if (status !== 200) throw new Error(body.message);
  return body.tax_rate as { id: string };
};
const update = (id: string, changes: unknown, query = "") =>
  shop.admin.post(`/admin/tax-rates/${id}${query}`, changes);
const read = async (id: string, query = "") =>
  (await shop.admin.get(`/admin/tax-rates/${id}?${query}`)).body.tax_rate;
const list = (query: string) => shop.admin.get(`/admin/tax-rates?${query}`);
const namesOf = (answer: { body: { tax_rates: { name: string }[] } }) =>
  answer.body.tax_rates.map((rate) => rate.name);
const idsOf = (things: { id: string }[]) => things.map((thing) => thing.id).sort();
const count = async () => (await list("")).body.count;

const asShown = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe("a tax rate", () => {
  it("is created, announced and read back", async () => {
    const { status, body } = await create({ rate: 8.25 });
    expect(status).toBe(200);
    expect(body.tax_rate).toEqual({
      id: expect.stringMatching(/^txr_/),
      name: "Reduced",
      code: "RED",
      rate: 8.25,
      region_id: regionId,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await read(body.tax_rate.id)).toEqual(body.tax_rate);
    expect(await eventsAbout(shop, body.tax_rate.id)).toEqual([
      { name: "tax-rate.created", data: { id: body.tax_rate.id } },
    ]);
  });

  it("is created for products, types and shipping options at once, and shows them on request", async () => {
    const [product, type, option] = [
      await aTaxedProduct(shop),
      await aTaxedType(shop),
      await aTaxedOption(shop, regionId),
    ];
    const targets = { products: [product, product], product_types: [type], shipping_options: [option] };
    const { status, body } = await create(targets, `?${everything}`);
    expect(status).toBe(200);
    expect(body.tax_rate).toMatchObject({
      products: [{ id: product }],
      product_types: [{ id: type }],
      shipping_options: [{ id: option }],
    });
    expect(await read(body.tax_rate.id, "expand=products,product_types,shipping_options")).toEqual(
      body.tax_rate,
    );
    const counts = "fields[]=product_count&fields[]=product_type_count&fields[]=shipping_option_count";
    expect(await read(body.tax_rate.id, counts)).toEqual({
      id: body.tax_rate.id,
      product_count: 1,
      product_type_count: 1,
      shipping_option_count: 1,
    });
    expect(await read(body.tax_rate.id, "fields=rate&expand[]=region")).toMatchObject({
      rate: 5,
      region: { id: regionId },
    });
  });

  it("shows what it is for in the order in which that was added", async () => {
    const products = [await aTaxedProduct(shop), await aTaxedProduct(shop), await aTaxedProduct(shop)];
    const [first, second, third] = products as [string, string, string];
    const { body } = await create({ products: [third, first] }, "?expand[]=products");
    expect(asShown(body.tax_rate.products)).toEqual([third, first]);
    const url = `/admin/tax-rates/${body.tax_rate.id}/products/batch?expand[]=products`;
    const added = await shop.admin.post(url, { products: [second, third] });
    expect(asShown(added.body.tax_rate.products)).toEqual([third, first, second]);
  });

  it("may have no rate yet", async () => {
    for (const rate of [undefined, null]) expect((await create({ rate })).body.tax_rate.rate).toBeNull();
  });

  it.each([
    [{ code: undefined }, "code is required"],
    [{ code: 5 }, "code must be a string"],
    [{ name: undefined }, "name is required"],
    [{ name: "" }, "name should not be empty"],
    [{ region_id: undefined }, "region_id is required"],
    [{ rate: "5" }, "rate must be a number or null"],
    [{ rate: -0.5 }, "rate must not be less than 0"],
    [{ rate: 101 }, "rate must not be greater than 100"],
    [{ products: "prod_1" }, "products must be an array"],
    [{ metadata: {} }, "property metadata should not exist"],
  ])("is refused with %j", async (details, message) => {
    const before = await count();
    const { status, body } = await create(details);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await count()).toBe(before);
  });

  it("is refused for a region, product, type or option that is not there", async () => {
    const gone = await aRegion(shop);
    await shop.admin.delete(`/admin/regions/${gone.id}`);
    const deleted = await aTaxedProduct(shop);
    await shop.db.run({ text: "update product set deleted_at = now() where id = $1", values: [deleted] });
    const before = await count();
    const refusals: [Record<string, unknown>, string][] = [
      [{ region_id: "reg_unknown" }, "Region with reg_unknown was not found"],
      [{ region_id: gone.id }, `Region with ${gone.id} was not found`],
      [{ products: ["prod_unknown"] }, "Product with id: prod_unknown was not found"],
      [{ products: [deleted] }, `Product with id: ${deleted} was not found`],
      [{ product_types: ["ptyp_unknown"] }, "Product type with id: ptyp_unknown was not found"],
      [{ shipping_options: ["so_unknown"] }, "Shipping option with id: so_unknown was not found"],
    ];
    for (const [details, message] of refusals) {
      const { status, body } = await create(details);
      expect(status).toBe(404);
      expect(body).toEqual({ type: "not_found", message });
    }
    expect(await count()).toBe(before);
  });

  it("is refused for a shipping option of another region", async () => {
    const elsewhere = await aTaxedOption(shop, (await aRegion(shop)).id);
    const before = await count();
    const { status, body } = await create({ shipping_options: [elsewhere] });
    expect(status).toBe(400);
    expect(body.type).toBe("not_allowed");
    expect(await count()).toBe(before);
  });

  it("is not found under an unknown id", async () => {
    const path = "/admin/tax-rates/txr_unknown";
    for (const answer of [
      await shop.admin.get(path),
      await shop.admin.post(path, { name: "New" }),
      await shop.admin.post(`${path}/products/batch`, { products: [] }),
      await shop.admin.delete(`${path}/products/batch`, { products: [] }),
      await shop.admin.post(`${path}/product-types/batch`, { product_types: [] }),
      await shop.admin.delete(`${path}/shipping-options/batch`, { shipping_options: [] }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ type: "not_found", message: "TaxRate with txr_unknown was not found" });
    }
  });

  it("loses a code that is null", async () => {
    const { id } = await aRate({ rate: 6 });
    expect((await update(id, { code: null })).body.tax_rate).toMatchObject({ code: null, rate: 6 });
  });

  it("takes changes, and is for exactly what an update names", async () => {
    const [a, b, type] = [await aTaxedProduct(shop), await aTaxedProduct(shop), await aTaxedType(shop)];
    const rate = await aRate({ products: [a], product_types: [type] });
    const { status, body } = await update(
      rate.id,
      { name: "Renamed", rate: 6, products: [b] },
      `?${everything}`,
    );
    expect(status).toBe(200);
    expect(body.tax_rate).toMatchObject({ name: "Renamed", code: "RED", rate: 6, region_id: regionId });
    expect(idsOf(body.tax_rate.products)).toEqual([b]);
    expect(idsOf(body.tax_rate.product_types)).toEqual([type]);
    expect(Date.parse(body.tax_rate.updated_at)).toBeGreaterThan(Date.parse(body.tax_rate.created_at));
    expect((await eventsAbout(shop, rate.id)).at(-1)).toEqual({
      name: "tax-rate.updated",
      data: { id: rate.id, fields: expect.arrayContaining(["name", "rate", "products"]) },
    });
    const emptied = await update(rate.id, { product_types: [], rate: null }, `?${everything}`);
    expect(emptied.body.tax_rate).toMatchObject({ rate: null, product_types: [], products: [{ id: b }] });
  });

  it("moves to another region only with shipping options of that region", async () => {
    const other = await aRegion(shop);
    const [here, there] = [await aTaxedOption(shop, regionId), await aTaxedOption(shop, other.id)];
    const rate = await aRate({ shipping_options: [here] });
    expect((await update(rate.id, { region_id: other.id })).body.type).toBe("not_allowed");
    expect(await read(rate.id)).toMatchObject({ region_id: regionId });
    const moved = await update(rate.id, { region_id: other.id, shipping_options: [there] }, `?${everything}`);
    expect(moved.status).toBe(200);
    expect(moved.body.tax_rate).toMatchObject({ region_id: other.id, shipping_options: [{ id: there }] });
  });

  it("stays as it is when an update is refused", async () => {
    const product = await aTaxedProduct(shop);
    const rate = await aRate({ products: [product] });
    const before = await read(rate.id, everything);
    const refusals: [string, Record<string, unknown>, number][] = [
      ["", { region_id: "reg_unknown" }, 404],
      ["", { products: ["prod_unknown"] }, 404],
      ["", { products: [], shipping_options: ["so_unknown"] }, 404],
      ["", { rate: 1000 }, 400],
      ["", { name: null }, 400],
      ["", { colour: "red" }, 400],
      ["?expand[]=nonsense", {}, 400],
      ["?fields[]=nonsense", {}, 400],
    ];
    for (const [query, changes, status] of refusals) {
      expect((await update(rate.id, { code: "NEVER", ...changes }, query)).status).toBe(status);
    }
    expect(await read(rate.id, everything)).toEqual(before);
  });

  it("is deleted for good, and deleting it again changes nothing", async () => {
    const rate = await aRate({ products: [await aTaxedProduct(shop)] });
    for (const _ of ["first", "second"]) {
      const { status, body } = await shop.admin.delete(`/admin/tax-rates/${rate.id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ id: rate.id, object: "tax-rate", deleted: true });
    }
    expect((await shop.admin.get(`/admin/tax-rates/${rate.id}`)).status).toBe(404);
    const deletions = (await eventsAbout(shop, rate.id)).filter(({ name }) => name === "tax-rate.deleted");
    expect(deletions).toHaveLength(1);
  });

  it("is nothing for visitors", async () => {
    const rate = await aRate();
    const visitor = shop.visitor();
    const path = `/admin/tax-rates/${rate.id}`;
    const answers = [
      await visitor.get("/admin/tax-rates"),
      await visitor.post("/admin/tax-rates", {}),
      await visitor.get(path),
      await visitor.post(path, { name: "Mine" }),
      await visitor.delete(path),
      await visitor.post(`${path}/products/batch`, { products: [] }),
      await visitor.delete(`${path}/product-types/batch`, { product_types: [] }),
      await visitor.post(`${path}/shipping-options/batch`, { shipping_options: [] }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 401));
    expect(await read(rate.id)).toMatchObject({ name: "Reduced" });
  });
});

describe("what a tax rate is for", () => {
  const kinds: [string, string, () => Promise<string>][] = [
    ["products", "products", () => aTaxedProduct(shop)],
    ["product_types", "product-types", () => aTaxedType(shop)],
    ["shipping_options", "shipping-options", () => aTaxedOption(shop, regionId)],
  ];

  it.each(kinds)("%s are added, each once, and removed", async (key, path, make) => {
    const [a, b] = [await make(), await make()];
    const rate = await aRate();
    const url = `/admin/tax-rates/${rate.id}/${path}/batch`;
    const added = await shop.admin.post(`${url}?expand[]=${key}`, { [key]: [a, b, a] });
    expect(added.status).toBe(200);
    expect(idsOf(added.body.tax_rate[key])).toEqual([a, b].sort());
    const again = await shop.admin.post(url, { [key]: [a] });
    expect(again.status).toBe(200);
    expect(again.body.tax_rate).not.toHaveProperty(key);
    for (const _ of ["first", "second"]) {
      const removed = await shop.admin.delete(`${url}?expand[]=${key}`, { [key]: [a, "unknown"] });
      expect(removed.status).toBe(200);
      expect(idsOf(removed.body.tax_rate[key])).toEqual([b]);
    }
    expect((await eventsAbout(shop, rate.id)).at(-1)).toEqual({
      name: "tax-rate.updated",
      data: { id: rate.id, fields: [key] },
    });
  });

  it.each(kinds)("%s stay as they are when one is unknown or the body is wrong", async (key, path, make) => {
    const [a, b] = [await make(), await make()];
    const rate = await aRate({ [key]: [a] });
    const url = `/admin/tax-rates/${rate.id}/${path}/batch`;
    const refusals: [string, unknown, number][] = [
      [url, { [key]: [b, "unknown"] }, 404],
      [url, {}, 400],
      [url, { [key]: b }, 400],
      [url, { [key]: [5] }, 400],
      [url, { [key]: [b], colour: "red" }, 400],
      [`${url}?expand[]=nonsense`, { [key]: [b] }, 400],
    ];
    for (const [to, sent, status] of refusals) expect((await shop.admin.post(to, sent)).status).toBe(status);
    expect((await shop.admin.delete(url, {})).status).toBe(400);
    expect(idsOf((await read(rate.id, `expand[]=${key}`))[key])).toEqual([a]);
  });

  it("is no shipping option of another region", async () => {
    const elsewhere = await aTaxedOption(shop, (await aRegion(shop)).id);
    const rate = await aRate();
    const { status, body } = await shop.admin.post(`/admin/tax-rates/${rate.id}/shipping-options/batch`, {
      shipping_options: [elsewhere],
    });
    expect(status).toBe(400);
    expect(body.type).toBe("not_allowed");
    expect(await read(rate.id, "fields=shipping_option_count")).toMatchObject({ shipping_option_count: 0 });
  });

  it("is all of what several requests add at the same moment", async () => {
    const rate = await aRate();
    const products: string[] = [];
    for (let i = 0; i < 6; i++) products.push(await aTaxedProduct(shop));
    const answers = await Promise.all(
      products.map((_, i) =>
        shop.admin.post(`/admin/tax-rates/${rate.id}/products/batch`, {
          products: [products[i], products[(i + 1) % 6]],
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(products.map(() => 200));
    expect(idsOf((await read(rate.id, "expand[]=products")).products)).toEqual(products.sort());
  });
});

describe("the list of tax rates", () => {
  let listed: string;
  it.beforeAll(async () => {
    listed = (await aRegion(shop)).id;
    for (const [name, rate] of [
      ["Listed a", 4],
      ["Listed b", 5.5],
      ["Listed c", 6],
    ]) {
      await aRate({ name, rate, region_id: listed, code: `L${rate}` });
    }
  });

  it("pages, newest first by default, and counts all matches", async () => {
    const all = await list(`region_id=${listed}`);
    expect(namesOf(all)).toEqual(["Listed c", "Listed b", "Listed a"]);
    expect(all.body).toMatchObject({ count: 3, offset: 0, limit: 50 });
    const second = await list(`region_id=${listed}&order=rate&limit=2&offset=2`);
    expect(namesOf(second)).toEqual(["Listed c"]);
    expect(second.body).toMatchObject({ count: 3, offset: 2, limit: 2 });
  });

  it.each([
    ["name=Listed+a", ["Listed a"]],
    ["code=L5.5", ["Listed b"]],
    ["rate=5.5", ["Listed b"]],
    ["rate[gt]=4&rate[lt]=6", ["Listed b"]],
    ["rate[gte]=5.5", ["Listed b", "Listed c"]],
    ["q=LISTED", ["Listed a", "Listed b", "Listed c"]],
    ["q=l6", ["Listed c"]],
    ["q=nothing", []],
    ["created_at[gt]=2100-01-01", []],
    ["updated_at[gt]=2020-01-01", ["Listed a", "Listed b", "Listed c"]],
    ["deleted_at[gt]=2020-01-01", []],
  ])("filters by %s", async (query, names) => {
    expect(namesOf(await list(`region_id[]=${listed}&order=name&${query}`))).toEqual(names);
  });

  it("shows the selected fields and relations, as arrays or with commas", async () => {
    const only = `region_id=${listed}&name=Listed+a`;
    const [found] = (await list(`${only}&fields[]=name&fields[]=product_count&expand[]=products`)).body
      .tax_rates;
    expect(found).toEqual({
      id: found.id,
      name: "Listed a",
      product_count: 0,
      products: [],
      created_at: expect.any(String),
    });
    expect((await list(`${only}&fields=name,product_count&expand=products`)).body.tax_rates).toEqual([found]);
  });

  it.each([
    "rate=much",
    "rate[near]=5",
    "limit=-1",
    "order=nonsense",
    "expand[]=nonsense",
    "fields[]=nonsense",
    "created_at[gt]=yesterday",
    "colour=red",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });

  it("takes two statements, and one rate takes one", async () => {
    const rate = await aRate();
    const one = await countingStatements(shop.db, () =>
      shop.admin.get(`/admin/tax-rates/${rate.id}?${everything}&expand[]=region`),
    );
    expect(one.result.status).toBe(200);
    expect(one.statements).toHaveLength(1);
    const all = await countingStatements(shop.db, () => list(everything));
    expect(all.result.status).toBe(200);
    expect(all.statements).toHaveLength(2);
  });
});
