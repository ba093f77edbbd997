import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aBareProduct } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

let made = 0;

interface Collection {
  id: string;
  title: string;
  handle: string;
}

async function aCollection(input: Record<string, unknown> = {}): Promise<Collection> {
  const { body } = await shop.admin.post("/admin/collections", { title: `Collection ${++made}`, ...input });
  return body.collection;
}

const shown = async (id: string) => (await shop.admin.get(`/admin/collections/${id}`)).body.collection;
const countCollections = async () => (await shop.admin.get("/admin/collections?limit=1")).body.count;
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const productsOf = async (id: string) => idsOf((await shown(id)).products).sort();
const unknown = {
  type: "not_found",
  message: "Product collection with id: pcol_unknown was not found",
};
const taken = (handle: string) => ({
  code: "invalid_request_error",
  type: "duplicate_error",
  message: `Product_collection with handle ${handle} already exists.`,
});

describe("every route of a collection under /admin", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["GET", "/ID"],
    ["POST", "/ID"],
    ["DELETE", "/ID"],
    ["POST", "/ID/products/batch"],
    ["DELETE", "/ID/products/batch"],
  ])("%s /admin/collections%s is for users only", async (method, path) => {
    const collection = await aCollection();
    const before = await countCollections();
    const url = `/admin/collections${path.replace("ID", collection.id)}`;
    const body = method === "GET" ? undefined : { title: "Visitor", product_ids: ["prod_1"] };
    const answer = await shop.visitor().send(method, url, { body });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ type: "unauthorized", message: "Unauthorized" });
    expect(await countCollections()).toBe(before);
    expect((await shown(collection.id)).title).toBe(collection.title);
  });
});

describe("creating a collection", () => {
  it("gives a new collection a handle made from its title", async () => {
    const { status, body } = await shop.admin.post("/admin/collections", { title: "Summer Wear" });
    expect(status).toBe(200);
    expect(body.collection).toEqual({
      id: expect.stringMatching(/^pcol_[0-9A-Z]{26}$/),
      title: "Summer Wear",
      handle: "summer-wear",
      metadata: null,
      products: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect(await announced(shop.db, "product-collection.created")).toContainEqual({ id: body.collection.id });
    expect(await shown(body.collection.id)).toEqual(body.collection);
  });

  it("keeps a handle and metadata that are sent", async () => {
    const metadata = { a: 1, b: { c: true } };
    const collection = await aCollection({ handle: "my-own", metadata });
    expect(collection).toMatchObject({ handle: "my-own", metadata });
  });

  it("makes the handle itself when an empty one is sent", async () => {
    expect((await aCollection({ title: "Empty Handle", handle: "" })).handle).toBe("empty-handle");
  });

  it("is refused when the handle is taken, sent or made from the title", async () => {
    await aCollection({ title: "Taken Once" });
    const before = await countCollections();
    for (const input of [{ title: "Other", handle: "taken-once" }, { title: "Taken  once" }]) {
      const { status, body } = await shop.admin.post("/admin/collections", input);
      expect(status).toBe(422);
      expect(body).toEqual(taken("taken-once"));
    }
    expect(await countCollections()).toBe(before);
  });

  it("makes one of two collections with the same handle at once", async () => {
    const input = { title: "Raced For" };
    const answers = await Promise.all([
      shop.admin.post("/admin/collections", input),
      shop.admin.post("/admin/collections", input),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await shop.admin.get("/admin/collections?handle=raced-for")).body.count).toBe(1);
  });

  it.each([
    [{ handle: "x" }, "title is required"],
    [{ title: "" }, "title should not be empty"],
    [{ title: 7 }, "title must be a string"],
    [{ title: null }, "title must be a string"],
    [{ title: "X", handle: 7 }, "handle must be a string"],
    [{ title: "X", metadata: "m" }, "metadata must be an object"],
    [{ title: "X", colour: "red" }, "property colour should not exist"],
  ])("refuses %j", async (input, message) => {
    const before = await countCollections();
    const { status, body } = await shop.admin.post("/admin/collections", input);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await countCollections()).toBe(before);
  });
});

describe("changing a collection", () => {
  it("keeps the handle when the title changes", async () => {
    const collection = await aCollection();
    const { status, body } = await shop.admin.post(`/admin/collections/${collection.id}`, {
      title: "Renamed",
    });
    expect(status).toBe(200);
    expect(body.collection).toMatchObject({ title: "Renamed", handle: collection.handle, products: [] });
    expect(await announced(shop.db, "product-collection.updated")).toContainEqual({ id: collection.id });
  });

  it("merges metadata key by key, an empty string removing the key", async () => {
    const { id } = await aCollection({ metadata: { a: 1, b: { c: true } } });
    const { body } = await shop.admin.post(`/admin/collections/${id}`, { metadata: { a: "", d: "new" } });
    expect(body.collection.metadata).toEqual({ b: { c: true }, d: "new" });
  });

  it("accepts its own handle, a new one, and no change at all", async () => {
    const { id, handle, title } = await aCollection();
    for (const change of [{ handle }, { handle: `${handle}-2` }, {}]) {
      const { status, body } = await shop.admin.post(`/admin/collections/${id}`, change);
      expect(status).toBe(200);
      expect(body.collection.title).toBe(title);
    }
    expect((await shown(id)).handle).toBe(`${handle}-2`);
  });

  it("keeps both keys of two changes made at once", async () => {
    const { id } = await aCollection();
    await Promise.all([
      shop.admin.post(`/admin/collections/${id}`, { metadata: { a: 1 } }),
      shop.admin.post(`/admin/collections/${id}`, { metadata: { b: 2 } }),
    ]);
    expect((await shown(id)).metadata).toEqual({ a: 1, b: 2 });
  });

  it("is refused when another collection has the handle", async () => {
    const [first, second] = [await aCollection(), await aCollection()];
    const before = await shown(second.id);
    const { status, body } = await shop.admin.post(`/admin/collections/${second.id}`, {
      title: "Changed",
      handle: first.handle,
    });
    expect(status).toBe(422);
    expect(body).toEqual(taken(first.handle));
    expect(await shown(second.id)).toEqual(before);
  });

  it("is a 404 for an id that does not exist", async () => {
    const { status, body } = await shop.admin.post("/admin/collections/pcol_unknown", { title: "T" });
    expect(status).toBe(404);
    expect(body).toEqual(unknown);
  });

  it.each([
    [{ title: "" }, "title should not be empty"],
    [{ handle: "" }, "handle should not be empty"],
    [{ products: [] }, "property products should not exist"],
    [{ metadata: "x" }, "metadata must be an object"],
  ])("refuses %j", async (change, message) => {
    const { id } = await aCollection();
    const before = await shown(id);
    const { status, body } = await shop.admin.post(`/admin/collections/${id}`, change);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await shown(id)).toEqual(before);
  });
});

describe("deleting a collection", () => {
  it("takes it out of sight and keeps its products", async () => {
    const [collection, product] = [await aCollection(), await aBareProduct(shop)];
    const path = `/admin/collections/${collection.id}`;
    await shop.admin.post(`${path}/products/batch`, { product_ids: [product] });
    const { status, body } = await shop.admin.delete(path);
    expect(status).toBe(200);
    expect(body).toEqual({ id: collection.id, object: "product-collection", deleted: true });
    expect(await announced(shop.db, "product-collection.deleted")).toContainEqual({ id: collection.id });

    for (const answer of [
      await shop.admin.get(path),
      await shop.admin.post(path, { title: "Back" }),
      await shop.admin.delete(path),
      await shop.visitor().get(`/store/collections/${collection.id}`),
    ]) {
      expect(answer.status).toBe(404);
    }
    const [kept] = await shop.db.run<{ deleted_at: Date | null }>({
      text: "select deleted_at from product where id = $1",
      values: [product],
    });
    expect(kept?.deleted_at).toBeNull();
  });

  it("frees the handle", async () => {
    const { id, handle } = await aCollection();
    await shop.admin.delete(`/admin/collections/${id}`);
    expect((await aCollection({ handle })).handle).toBe(handle);
  });

  it("is a 404 for an id that does not exist", async () => {
    const { status, body } = await shop.admin.delete("/admin/collections/pcol_unknown");
    expect(status).toBe(404);
    expect(body).toEqual(unknown);
  });
});

describe("the products of a collection", () => {
  const batch = (id: string) => `/admin/collections/${id}/products/batch`;

  it("are added, passing over unknown and deleted ones", async () => {
    const { id } = await aCollection();
    const [one, two, gone] = [
      await aBareProduct(shop),
      await aBareProduct(shop),
      await aBareProduct(shop, { deleted: true }),
    ];
    const { status, body } = await shop.admin.post(batch(id), {
      product_ids: [one, two, one, gone, "prod_unknown"],
    });
    expect(status).toBe(200);
    expect(idsOf(body.collection.products).sort()).toEqual([one, two].sort());
    expect(body.collection.products[0]).toMatchObject({ collection_id: id, profiles: [] });
    expect(await announced(shop.db, "product-collection.products_added")).toContainEqual(
      expect.objectContaining({ id, productIds: [one, two, one, gone, "prod_unknown"] }),
    );
  });

  it("move over from another collection", async () => {
    const [from, to, product] = [await aCollection(), await aCollection(), await aBareProduct(shop)];
    await shop.admin.post(batch(from.id), { product_ids: [product] });
    await shop.admin.post(batch(to.id), { product_ids: [product] });
    expect(await productsOf(from.id)).toEqual([]);
    expect(await productsOf(to.id)).toEqual([product]);
  });

  it("are removed; those of other collections stay where they are", async () => {
    const [collection, other] = [await aCollection(), await aCollection()];
    const [one, two, elsewhere] = [
      await aBareProduct(shop),
      await aBareProduct(shop),
      await aBareProduct(shop),
    ];
    await shop.admin.post(batch(collection.id), { product_ids: [one, two] });
    await shop.admin.post(batch(other.id), { product_ids: [elsewhere] });
    const product_ids = [one, elsewhere, "prod_unknown"];
    const { status, body } = await shop.admin.delete(batch(collection.id), { product_ids });
    expect(status).toBe(200);
    expect(body).toEqual({ id: collection.id, object: "product-collection", removed_products: product_ids });
    expect(await productsOf(collection.id)).toEqual([two]);
    expect(await productsOf(other.id)).toEqual([elsewhere]);
    expect(await announced(shop.db, "product-collection.products_removed")).toContainEqual(
      expect.objectContaining({ id: collection.id, productIds: product_ids }),
    );
  });

  it.each(["POST", "DELETE"])(
    "are not changed by %s without ids or for an unknown collection",
    async (method) => {
      const [{ id }, inside] = [await aCollection(), await aBareProduct(shop)];
      await shop.admin.post(batch(id), { product_ids: [inside] });
      const send = (to: string, body: unknown) => shop.admin.send(method, batch(to), { body });
      for (const [body, message] of [
        [{}, "product_ids is required"],
        [{ product_ids: [] }, "product_ids should not be empty"],
        [{ product_ids: inside }, "product_ids must be an array"],
        [{ product_ids: [7] }, "product_ids.0 must be a string"],
        [{ product_ids: [inside], why: "" }, "property why should not exist"],
      ] as const) {
        const answer = await send(id, body);
        expect(answer.status).toBe(400);
        expect(answer.body).toEqual({ type: "invalid_data", message });
      }
      const answer = await send("pcol_unknown", { product_ids: [inside] });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(unknown);
      expect(await productsOf(id)).toEqual([inside]);
    },
  );
});

describe("reading collections", () => {
  it("is a 404 for an id that does not exist", async () => {
    for (const answer of [
      await shop.admin.get("/admin/collections/pcol_unknown"),
      await shop.visitor().get("/store/collections/pcol_unknown"),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(unknown);
    }
  });

  it("takes fields and expand for one collection, without effect, and no other parameters", async () => {
    const { id } = await aCollection();
    for (const path of [`/admin/collections/${id}`, `/store/collections/${id}`]) {
      const usual = await shop.admin.get(path);
      expect((await shop.admin.get(`${path}?fields=id&expand=products`)).body).toEqual(usual.body);
      const { status, body } = await shop.admin.get(`${path}?colour=red`);
      expect(status).toBe(400);
      expect(body.message).toBe("property colour should not exist");
    }
  });

  it("shows the storefront a collection without its products", async () => {
    const [collection, product] = [await aCollection({ metadata: { a: 1 } }), await aBareProduct(shop)];
    await shop.admin.post(`/admin/collections/${collection.id}/products/batch`, { product_ids: [product] });
    const { status, body } = await shop.visitor().get(`/store/collections/${collection.id}`);
    expect(status).toBe(200);
    expect(body.collection).toEqual({
      id: collection.id,
      title: collection.title,
      handle: collection.handle,
      metadata: { a: 1 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
  });

  it("takes one statement for one collection and two for a page", async () => {
    const { id } = await aCollection();
    const one = await countingStatements(shop.db, () => shop.admin.get(`/admin/collections/${id}`));
    expect(one.statements).toHaveLength(1);
    expect(one.credentials).toBe(1);
    const page = await countingStatements(shop.db, () => shop.admin.get("/admin/collections"));
    expect(page.result.status).toBe(200);
    expect(page.statements).toHaveLength(2);
    expect(page.credentials).toBe(1);
    const visitor = shop.visitor();
    const store = await countingStatements(shop.db, () => visitor.get(`/store/collections/${id}`));
    expect(store.statements).toHaveLength(1);
    expect(store.credentials).toBe(0);
    const storePage = await countingStatements(shop.db, () => visitor.get("/store/collections"));
    expect(storePage.statements).toHaveLength(2);
    expect(storePage.credentials).toBe(0);
  });
});
