import { describe, expect } from "vitest";
import { aCategory, aChild, orderBelow, pathTo, productsIn } from "../support/factories/categories.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { aBareProduct } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const url = "/admin/product-categories";
const shown = async (id: string) => (await shop.admin.get(`${url}/${id}`)).body.product_category;
const countCategories = async () => (await shop.admin.get(`${url}?limit=1`)).body.count;
const unknown = { type: "not_found", message: "ProductCategory with id: pcat_unknown was not found" };
const taken = (handle: string) => ({
  code: "invalid_request_error",
  type: "duplicate_error",
  message: `Product_category with handle ${handle} already exists.`,
});

describe("every route of a category under /admin", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["GET", "/ID"],
    ["POST", "/ID"],
    ["DELETE", "/ID"],
    ["POST", "/ID/products/batch"],
    ["DELETE", "/ID/products/batch"],
  ])("%s /admin/product-categories%s is for users only", async (method, path) => {
    const category = await aCategory(shop);
    const before = await countCategories();
    const body = method === "GET" ? undefined : { name: "Visitor" };
    const answer = await shop.visitor().send(method, url + path.replace("ID", category.id), { body });
    expect(answer.status).toBe(401);
    expect(await countCategories()).toBe(before);
    expect((await shown(category.id)).name).toBe(category.name);
  });
});

describe("creating a category", () => {
  it("creates a hidden root, with a handle made from its name", async () => {
    const { status, body } = await shop.admin.post(url, { name: "Summer Wear" });
    expect(status).toBe(200);
    expect(body.product_category).toEqual({
      id: expect.stringMatching(/^pcat_[0-9A-Z]{26}$/),
      name: "Summer Wear",
      description: "",
      handle: "summer-wear",
      is_active: false,
      is_internal: false,
      parent_category_id: null,
      rank: expect.any(Number),
      metadata: null,
      category_children: [],
      parent_category: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
    });
    const { id } = body.product_category;
    expect(await eventsAbout(shop, id)).toEqual([{ name: "product-category.created", data: { id } }]);
    expect(await pathTo(shop, id)).toBe(`${id}.`);
    expect(await shown(id)).toEqual(body.product_category);
  });

  it("puts a child last among its siblings and shows its parent", async () => {
    const root = await aCategory(shop);
    const first = await aChild(shop, root);
    const { body } = await shop.admin.post(url, {
      name: "Second",
      handle: "my-own",
      description: "below",
      parent_category_id: root.id,
      is_internal: true,
      metadata: { a: 1 },
    });
    expect(body.product_category).toMatchObject({
      handle: "my-own",
      description: "below",
      rank: 1,
      is_internal: true,
      metadata: { a: 1 },
      parent_category: { id: root.id, name: root.name },
    });
    expect(body.product_category.parent_category).not.toHaveProperty("category_children");
    expect(await orderBelow(shop, root.id)).toEqual([first.id, body.product_category.id]);
    expect(await pathTo(shop, body.product_category.id)).toBe(`${root.id}.${body.product_category.id}.`);
  });

  it("takes null, also as text, and nothing for no parent", async () => {
    for (const parent of [null, "null", ""])
      expect((await aCategory(shop, { parent_category_id: parent })).parent_category_id).toBeNull();
  });

  it("finds a handle for a name without a letter, and for an empty handle", async () => {
    const odd = await aCategory(shop, { name: "!!!" });
    expect(odd.handle).toBe(odd.id);
    expect((await aCategory(shop, { name: "Empty Handle", handle: "" })).handle).toBe("empty-handle");
  });

  it("is refused when the handle is taken, sent or made from the name", async () => {
    await aCategory(shop, { name: "Taken Once" });
    const before = await countCategories();
    for (const input of [{ name: "Other", handle: "taken-once" }, { name: "Taken  once" }]) {
      const { status, body } = await shop.admin.post(url, input);
      expect(status).toBe(422);
      expect(body).toEqual(taken("taken-once"));
    }
    expect(await countCategories()).toBe(before);
  });

  it("is refused below a parent that does not exist", async () => {
    const before = await countCategories();
    const { status, body } = await shop.admin.post(url, { name: "X", parent_category_id: "pcat_unknown" });
    expect(status).toBe(404);
    expect(body).toEqual(unknown);
    expect(await countCategories()).toBe(before);
  });

  it("is refused below fifty levels", async () => {
    let deepest = await aCategory(shop);
    for (let level = 2; level <= 50; level++) deepest = await aChild(shop, deepest);
    const { status, body } = await shop.admin.post(url, { name: "Too deep", parent_category_id: deepest.id });
    expect(status).toBe(400);
    expect(body.message).toBe("parent_category_id: categories can be at most 50 levels deep");
    expect(await orderBelow(shop, deepest.id)).toEqual([]);
  });

  it.each([
    [{ handle: "x" }, "name is required"],
    [{ name: "" }, "name should not be empty"],
    [{ name: 7 }, "name must be a string"],
    [{ name: "X".repeat(256) }, "name must NOT have more than 255 characters"],
    [{ name: "X", handle: 7 }, "handle must be a string"],
    [{ name: "X", is_active: "true" }, "is_active must be a boolean"],
    [{ name: "X", parent_category_id: 7 }, "parent_category_id must be a string or null"],
    [{ name: "X", metadata: "m" }, "metadata must be an object or null"],
    [{ name: "X", rank: 0 }, "property rank should not exist"],
  ])("refuses %j", async (input, message) => {
    const before = await countCategories();
    const { status, body } = await shop.admin.post(url, input);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await countCategories()).toBe(before);
  });

  it("refuses a wrong expand before anything is written", async () => {
    const before = await countCategories();
    const { status } = await shop.admin.post(`${url}?expand=products`, { name: "X" });
    expect(status).toBe(400);
    expect(await countCategories()).toBe(before);
  });
});

describe("changing a category", () => {
  it("keeps the handle and the place when the name changes", async () => {
    const root = await aCategory(shop);
    const [first, second] = [await aChild(shop, root), await aChild(shop, root)];
    const { status, body } = await shop.admin.post(`${url}/${first.id}`, {
      name: "Renamed",
      is_active: false,
      description: "new",
    });
    expect(status).toBe(200);
    expect(body.product_category).toMatchObject({
      name: "Renamed",
      handle: first.handle,
      is_active: false,
      description: "new",
      rank: 0,
    });
    expect(await orderBelow(shop, root.id)).toEqual([first.id, second.id]);
    expect((await eventsAbout(shop, first.id)).map(({ name }) => name)).toEqual([
      "product-category.created",
      "product-category.updated",
    ]);
  });

  it("replaces metadata as a whole, and keeps it where none is sent", async () => {
    const { id } = await aCategory(shop, { metadata: { a: 1, b: 2 } });
    await shop.admin.post(`${url}/${id}`, { metadata: { a: "", c: 3 } });
    expect((await shown(id)).metadata).toEqual({ a: "", c: 3 });
    await shop.admin.post(`${url}/${id}`, { name: "Renamed" });
    expect((await shown(id)).metadata).toEqual({ a: "", c: 3 });
    await shop.admin.post(`${url}/${id}`, { metadata: {} });
    expect((await shown(id)).metadata).toEqual({});
    await shop.admin.post(`${url}/${id}`, { metadata: null });
    expect((await shown(id)).metadata).toBeNull();
  });

  it("answers with the selected fields and relations", async () => {
    const { id } = await aCategory(shop);
    const { body } = await shop.admin.post(`${url}/${id}?fields=name&expand=`, { name: "Short" });
    expect(body.product_category).toEqual({ id, name: "Short" });
  });

  it("is refused when another category has the handle", async () => {
    const [first, second] = [await aCategory(shop), await aCategory(shop)];
    const before = await shown(second.id);
    const { status, body } = await shop.admin.post(`${url}/${second.id}`, {
      name: "Changed",
      handle: first.handle,
      rank: 0,
    });
    expect(status).toBe(422);
    expect(body).toEqual(taken(first.handle));
    expect(await shown(second.id)).toEqual(before);
  });

  it("is a 404 for an id that does not exist, with or without a move", async () => {
    for (const change of [{ name: "T" }, { rank: 0 }, { parent_category_id: null }]) {
      const { status, body } = await shop.admin.post(`${url}/pcat_unknown`, change);
      expect(status).toBe(404);
      expect(body).toEqual(unknown);
    }
  });

  it.each([
    [{ name: "" }, "name should not be empty"],
    [{ handle: "" }, "handle should not be empty"],
    [{ rank: -1 }, "rank must not be less than 0"],
    [{ rank: 1.5 }, "rank must be an integer"],
    [{ rank: 2_147_483_648 }, "rank must not be greater than 2147483647"],
    [{ metadata: "x" }, "metadata must be an object or null"],
    [{ mpath: "x" }, "property mpath should not exist"],
  ])("refuses %j", async (change, message) => {
    const { id } = await aCategory(shop);
    const before = await shown(id);
    const { status, body } = await shop.admin.post(`${url}/${id}`, change);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await shown(id)).toEqual(before);
  });
});

describe("deleting a category", () => {
  it("removes it, lets its products go and closes the ranks of its siblings", async () => {
    const root = await aCategory(shop);
    const [first, second, third] = [
      await aChild(shop, root),
      await aChild(shop, root),
      await aChild(shop, root),
    ];
    const product = await aBareProduct(shop);
    await shop.admin.post(`${url}/${second.id}/products/batch`, { product_ids: [{ id: product }] });
    const { status, body } = await shop.admin.delete(`${url}/${second.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ id: second.id, object: "product-category", deleted: true });
    expect(await orderBelow(shop, root.id)).toEqual([first.id, third.id]);
    expect(await productsIn(shop, second.id)).toEqual([]);
    expect((await eventsAbout(shop, second.id)).at(-1)).toEqual({
      name: "product-category.deleted",
      data: { id: second.id },
    });
    expect((await shop.admin.get(`${url}/${second.id}`)).status).toBe(404);
    const again = await aCategory(shop, { handle: second.handle });
    expect(again.handle).toBe(second.handle);
  });

  it("is refused while it has children", async () => {
    const root = await aCategory(shop);
    const child = await aChild(shop, root);
    const { status, body } = await shop.admin.delete(`${url}/${root.id}`);
    expect(status).toBe(400);
    expect(body).toEqual({
      type: "not_allowed",
      message: `Deleting ProductCategory (${root.id}) with category children is not allowed`,
    });
    expect(await orderBelow(shop, root.id)).toEqual([child.id]);
  });

  it("of one that is not there changes nothing and announces nothing", async () => {
    const before = await countCategories();
    const { status, body } = await shop.admin.delete(`${url}/pcat_unknown`);
    expect(status).toBe(200);
    expect(body).toEqual({ id: "pcat_unknown", object: "product-category", deleted: true });
    expect(await countCategories()).toBe(before);
    expect(await eventsAbout(shop, "pcat_unknown")).toEqual([]);
  });

  it("never leaves a child behind that was made at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const root = await aCategory(shop);
      const [deletion, creation] = await Promise.all([
        shop.admin.delete(`${url}/${root.id}`),
        shop.admin.post(url, { name: `Child ${root.id}`, parent_category_id: root.id }),
      ]);
      expect([deletion.status, creation.status]).toEqual(creation.status === 200 ? [400, 200] : [200, 404]);
    }
  });
});

describe("the products of a category", () => {
  const batch = (id: string) => `${url}/${id}/products/batch`;
  const named = (...ids: string[]) => ({ product_ids: ids.map((id) => ({ id })) });

  it("are added, those inside already staying", async () => {
    const { id, name } = await aCategory(shop);
    const products = [await aBareProduct(shop), await aBareProduct(shop)];
    await shop.admin.post(batch(id), named(products[0]!));
    const { status, body } = await shop.admin.post(batch(id), named(...products, products[1]!));
    expect(status).toBe(200);
    expect(body.product_category).toMatchObject({ id, name, category_children: [], parent_category: null });
    expect(await productsIn(shop, id)).toEqual(products);
    expect((await eventsAbout(shop, id)).at(-1)).toEqual({ name: "product-category.updated", data: { id } });
  });

  it("are added once by two requests at the same time", async () => {
    const [{ id }, product] = [await aCategory(shop), await aBareProduct(shop)];
    const answers = await Promise.all([1, 2, 3].map(() => shop.admin.post(batch(id), named(product))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await productsIn(shop, id)).toEqual([product]);
  });

  it("are removed; those of other categories stay where they are", async () => {
    const [category, other] = [await aCategory(shop), await aCategory(shop)];
    const products = [await aBareProduct(shop), await aBareProduct(shop)];
    await shop.admin.post(batch(category.id), named(...products));
    await shop.admin.post(batch(other.id), named(...products));
    const outside = await aBareProduct(shop);
    const { status, body } = await shop.admin.delete(
      `${batch(category.id)}?fields=handle&expand=`,
      named(products[0]!, outside),
    );
    expect(status).toBe(200);
    expect(body.product_category).toEqual({ id: category.id, handle: category.handle });
    expect(await productsIn(shop, category.id)).toEqual([products[1]]);
    expect(await productsIn(shop, other.id)).toEqual(products);
  });

  it.each(["POST", "DELETE"])("are left alone by a %s that is refused", async (method) => {
    const [{ id }, inside, other] = [
      await aCategory(shop),
      await aBareProduct(shop),
      await aBareProduct(shop),
    ];
    const gone = await aBareProduct(shop, { deleted: true });
    await shop.admin.post(batch(id), named(inside));
    const send = (path: string, body: unknown) => shop.admin.send(method, path, { body });

    const strange = await send(batch(id), named(inside, other, "prod_unknown", gone));
    expect(strange.status).toBe(400);
    expect(strange.body).toEqual({
      message: "Provided request body contains errors. Please check the data and retry the request",
      errors: [`Products prod_unknown, ${gone} do not exist`],
    });
    for (const [body, message] of [
      [{}, "product_ids is required"],
      [{ product_ids: inside }, "product_ids must be an array"],
      [{ product_ids: [inside] }, "product_ids.0 must be an object"],
      [{ product_ids: [{}] }, "id is required"],
    ] as const) {
      const answer = await send(batch(id), body);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ type: "invalid_data", message });
    }
    expect((await send(`${batch(id)}?expand=products`, named(inside, other))).status).toBe(400);
    const nowhere = await send(batch("pcat_unknown"), named(inside));
    expect(nowhere.status).toBe(404);
    expect(nowhere.body).toEqual(unknown);
    expect(await productsIn(shop, id)).toEqual([inside]);
  });

  it("are not changed by an empty list", async () => {
    const [{ id }, inside] = [await aCategory(shop), await aBareProduct(shop)];
    await shop.admin.post(batch(id), named(inside));
    for (const method of ["POST", "DELETE"])
      expect((await shop.admin.send(method, batch(id), { body: named() })).status).toBe(200);
    expect(await productsIn(shop, id)).toEqual([inside]);
  });
});
