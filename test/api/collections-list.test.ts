import { describe, expect } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const ids: Record<string, string> = {};

const { it, shop } = withShop();
it.beforeAll(async () => {
  for (const [name, input] of Object.entries({
    alpha: { title: "Alpha" },
    beta: { title: "Beta", handle: "b-handle" },
    gamma: { title: "Gamma 100%" },
    deleted: { title: "Deleted" },
  })) {
    ids[name] = (await shop.admin.post("/admin/collections", input)).body.collection.id;
  }
  await shop.admin.delete(`/admin/collections/${ids["deleted"]}`);
  await run("update product_collection set created_at = '2020-05-01T12:00:00Z' where id = $1", [
    ids["alpha"],
  ]);
});

const run = (text: string, values: unknown[] = []) => shop.db.run({ text, values });
const titles = (body: { collections: { title: string }[] }) => body.collections.map(({ title }) => title);
const found = async (query: string) => titles((await shop.admin.get(`/admin/collections?${query}`)).body);
const inStore = async (query: string) =>
  titles((await shop.visitor().get(`/store/collections?${query}`)).body);

describe("the list for users of the shop", () => {
  it("shows ten at most, the newest first, without metadata", async () => {
    const { status, body } = await shop.admin.get("/admin/collections");
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 10 });
    expect(titles(body)).toEqual(["Gamma 100%", "Beta", "Alpha"]);
    expect(body.collections[1]).toEqual({
      id: ids["beta"],
      title: "Beta",
      handle: "b-handle",
      created_at: expect.any(String),
      updated_at: expect.any(String),
      products: [],
    });
  });

  it("shows the fields and relations that are asked for", async () => {
    const { body } = await shop.admin.get("/admin/collections?order=title&fields=title&expand=");
    const beta = { id: ids["beta"], title: "Beta", created_at: expect.any(String) };
    expect(body.collections).toContainEqual(beta);
    const withProducts = await shop.admin.get("/admin/collections?order=title&fields=title&expand=products");
    expect(withProducts.body.collections).toContainEqual({ ...beta, products: [] });
    const wrong = await shop.admin.get("/admin/collections?fields=colour");
    expect(wrong).toMatchObject({ status: 400, body: { message: expect.stringContaining("colour") } });
  });

  it("continues with the next page and is empty behind the last", async () => {
    const second = await shop.admin.get("/admin/collections?limit=2&offset=2");
    expect(second.body).toMatchObject({ count: 3, offset: 2, limit: 2 });
    expect(titles(second.body)).toEqual(["Alpha"]);
    const behind = await shop.admin.get("/admin/collections?offset=10");
    expect(behind.body).toEqual({ collections: [], count: 3, offset: 10, limit: 10 });
  });

  it("applies the largest page for limit=0 and for more than that", async () => {
    for (const limit of [0, 5000]) {
      const { body } = await shop.admin.get(`/admin/collections?limit=${limit}`);
      expect(body).toMatchObject({ count: 3, limit: 1000 });
    }
  });

  it("sorts by any field, either way", async () => {
    expect(await found("order=title")).toEqual(["Alpha", "Beta", "Gamma 100%"]);
    expect(await found("order=-title")).toEqual(["Gamma 100%", "Beta", "Alpha"]);
    expect(await found("order=created_at&limit=1")).toEqual(["Alpha"]);
  });

  it("filters by title and handle, as they are written", async () => {
    expect(await found("title=Alpha")).toEqual(["Alpha"]);
    expect(await found("handle=b-handle")).toEqual(["Beta"]);
    expect(await found("title=alpha")).toEqual([]);
    expect(await found("title=Alpha&handle=b-handle")).toEqual([]);
  });

  it("searches titles and handles in any case, in place of filters on them", async () => {
    expect(await found("q=ALPH")).toEqual(["Alpha"]);
    expect(await found("q=b-hand")).toEqual(["Beta"]);
    expect(await found("q=alpha&title=Beta")).toEqual(["Alpha"]);
    expect(await found("q=100%25")).toEqual(["Gamma 100%"]);
    expect(await found("q=_")).toEqual([]);
    expect(await found("q=")).toHaveLength(3);
  });

  it("filters by dates, as dates, moments or unix seconds", async () => {
    expect(await found("created_at[lt]=2020-05-02")).toEqual(["Alpha"]);
    expect(await found("created_at[gte]=2020-05-01T12:00:00Z&created_at[lte]=2020-05-01T12:00:00Z")).toEqual([
      "Alpha",
    ]);
    expect(await found("created_at[gt]=2020-05-01T12:00:00Z")).toEqual(["Gamma 100%", "Beta"]);
    expect(await found("created_at[lt]=1588420800")).toEqual(["Alpha"]);
    expect(await found("updated_at[lt]=2001-01-01")).toEqual([]);
  });

  it("shows deleted collections to a filter by deleted_at", async () => {
    expect(await found("title=Deleted")).toEqual([]);
    expect(await found("deleted_at[gt]=2001-01-01")).toEqual(["Deleted"]);
    expect(await found("deleted_at[lt]=2001-01-01")).toEqual([]);
  });

  it("finds the collections that a discount condition names", async () => {
    const [rule, condition] = [newId("dru"), newId("discon")];
    await run("insert into discount_rule (id, type, value) values ($1, 'percentage', 10)", [rule]);
    await run(
      `insert into discount_condition (id, type, operator, discount_rule_id)
        values ($1, 'product_collections', 'in', $2)`,
      [condition, rule],
    );
    await run(
      "insert into discount_condition_product_collection (product_collection_id, condition_id) values ($1, $2)",
      [ids["beta"], condition],
    );
    expect(await found(`discount_condition_id=${condition}`)).toEqual(["Beta"]);
    expect(await found("discount_condition_id=discon_unknown")).toEqual([]);
  });

  it.each([
    ["colour=red", "property colour should not exist"],
    ["created_at[gt]=not-a-date", "created_at.gt must be a date"],
    ["created_at[after]=2020-01-01", "property after should not exist"],
    ["created_at=2020-01-01", "created_at must be an object"],
    ["limit=many", "limit must be an integer"],
    ["limit=1.5", "limit must be an integer"],
    ["limit=-1", "limit must not be less than 0"],
    ["offset=-1", "offset must not be less than 0"],
    ["order=colour", "order: product_collection has no field colour"],
    ["title[]=a&title[]=b", "title must be a string"],
  ])("refuses ?%s", async (query, message) => {
    const { status, body } = await shop.admin.get(`/admin/collections?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
  });
});

describe("the list in the storefront", () => {
  it("needs no credential and shows ten at most, the newest first, without products", async () => {
    const { status, body } = await shop.visitor().get("/store/collections");
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 10 });
    expect(titles(body)).toEqual(["Gamma 100%", "Beta", "Alpha"]);
    expect(body.collections[1]).toEqual({
      id: ids["beta"],
      title: "Beta",
      handle: "b-handle",
      metadata: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
  });

  it("filters by several handles, however the list is written", async () => {
    expect(await inStore("handle[]=alpha&handle[]=b-handle")).toEqual(["Beta", "Alpha"]);
    expect(await inStore("handle[0]=alpha")).toEqual(["Alpha"]);
    expect(await inStore("handle[]=alpha,b-handle")).toEqual(["Beta", "Alpha"]);
    expect(await inStore("handle[]=nothing")).toEqual([]);
  });

  it("filters by dates and turns pages", async () => {
    expect(await inStore("created_at[lt]=2020-06-01&updated_at[gt]=2001-01-01")).toEqual(["Alpha"]);
    const { body } = await shop.visitor().get("/store/collections?limit=1&offset=1");
    expect(titles(body)).toEqual(["Beta"]);
    expect(body).toMatchObject({ count: 3, offset: 1, limit: 1 });
  });

  it.each([
    ["handle=alpha", "handle must be an array"],
    ["q=alpha", "property q should not exist"],
    ["title=Alpha", "property title should not exist"],
    ["order=title", "property order should not exist"],
    ["deleted_at[gt]=2001-01-01", "property deleted_at should not exist"],
    ["limit=-1", "limit must not be less than 0"],
    ["created_at[gt]=soon", "created_at.gt must be a date"],
  ])("refuses ?%s", async (query, message) => {
    const { status, body } = await shop.visitor().get(`/store/collections?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
  });
});

describe("the list of a shop without collections", () => {
  it("is empty", async () => {
    const empty = await startShop();
    for (const path of ["/admin/collections", "/store/collections"]) {
      const { status, body } = await empty.admin.get(path);
      expect(status).toBe(200);
      expect(body).toEqual({ collections: [], count: 0, offset: 0, limit: 10 });
    }
    await empty.close();
  });
});
