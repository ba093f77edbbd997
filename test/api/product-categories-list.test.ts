import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aProduct } from "../support/factories/catalogue.ts";
import { aCategory, aChild, type Category } from "../support/factories/categories.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

/*
 * clothes ── shirts ── polo ── summer polo
 *         ├─ shoes (not active) ── boots
 *         └─ samples (internal)
 * garden (not active) ── tools
 */
const tree = {} as Record<
  "clothes" | "shirts" | "polo" | "summer" | "shoes" | "boots" | "samples" | "garden" | "tools",
  Category
>;
const { it, shop } = withShop();
it.beforeAll(async () => {
  tree.clothes = await aCategory(shop, { name: "Clothes", metadata: { icon: "shirt" } });
  tree.garden = await aCategory(shop, { name: "Garden", is_active: false });
  tree.shirts = await aChild(shop, tree.clothes, { name: "Shirts" });
  tree.shoes = await aChild(shop, tree.clothes, { name: "Shoes", is_active: false });
  tree.samples = await aChild(shop, tree.clothes, { name: "Samples", is_internal: true });
  tree.polo = await aChild(shop, tree.shirts, { name: "Polo" });
  tree.summer = await aChild(shop, tree.polo, { name: "Summer polo" });
  tree.boots = await aChild(shop, tree.shoes, { name: "Boots" });
  tree.tools = await aChild(shop, tree.garden, { name: "Tools" });
});

interface Node {
  name: string;
  category_children?: Node[];
}

const admin = (query = "") => shop.admin.get(`/admin/product-categories${query}`);
const store = (query = "") => shop.visitor().get(`/store/product-categories${query}`);
const namesOf = (answer: { body: { product_categories: Node[] } }) =>
  answer.body.product_categories.map(({ name }) => name);
/** `{ Clothes: { Shirts: {} } }`; undefined where children are not shown at all. */
const names = (nodes?: Node[]): unknown =>
  nodes && Object.fromEntries(nodes.map(({ name, category_children }) => [name, names(category_children)]));

describe("the list of categories", () => {
  it("is sorted by rank, then by handle, with one level of children and the parent", async () => {
    const answer = await admin();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ count: 9, offset: 0, limit: 100 });
    expect(namesOf(answer)).toEqual([
      "Boots",
      "Clothes",
      "Polo",
      "Shirts",
      "Summer polo",
      "Tools",
      "Garden",
      "Shoes",
      "Samples",
    ]);
    const [boots, clothes] = answer.body.product_categories;
    expect(boots.parent_category).toMatchObject({ id: tree.shoes.id, is_active: false });
    expect(boots.parent_category).not.toHaveProperty("parent_category");
    expect(clothes.parent_category).toBeNull();
    expect(names(clothes.category_children)).toEqual({
      Shirts: undefined,
      Shoes: undefined,
      Samples: undefined,
    });
  });

  it("shows all descendants on request, also where expand does not name them", async () => {
    for (const more of ["", "&expand=parent_category"]) {
      const { body } = await admin(`?include_descendants_tree=true&parent_category_id=null${more}`);
      expect(body.count).toBe(2);
      expect(names(body.product_categories)).toEqual({
        Clothes: { Shirts: { Polo: { "Summer polo": {} } }, Shoes: { Boots: {} }, Samples: {} },
        Garden: { Tools: {} },
      });
    }
    const { body } = await admin("?include_descendants_tree=false&handle=clothes");
    expect(names(body.product_categories[0].category_children.slice(0, 1))).toEqual({ Shirts: undefined });
  });

  it.each([
    ["q=POLO", ["Polo", "Summer polo"]],
    ["q=summer-p", ["Summer polo"]],
    ["q=polo&handle=boots", ["Polo", "Summer polo"]],
    ["q=nothing", []],
    ["handle=boots", ["Boots"]],
    ["is_active=false", ["Garden", "Shoes"]],
    ["is_internal=true", ["Samples"]],
    ["is_internal=false&parent_category_id=null", ["Clothes", "Garden"]],
    ["parent_category_id=pcat_unknown", []],
    ["order=-name&limit=2", ["Tools", "Summer polo"]],
    ["order=created_at&limit=2", ["Clothes", "Garden"]],
  ])("answers %s with %j", async (query, expected) => {
    expect(namesOf(await admin(`?${query}`))).toEqual(expected);
  });

  it("finds the children of a parent in their order", async () => {
    const answer = await admin(`?parent_category_id=${tree.clothes.id}`);
    expect(namesOf(answer)).toEqual(["Shirts", "Shoes", "Samples"]);
    expect(answer.body.count).toBe(3);
  });

  it("has pages", async () => {
    const first = await admin("?limit=4");
    const second = await admin("?limit=4&offset=4");
    const third = await admin("?limit=4&offset=8");
    expect(second.body).toMatchObject({ count: 9, limit: 4, offset: 4 });
    expect([first, second, third].flatMap(namesOf)).toEqual(namesOf(await admin()));
  });

  it("shows the selected fields, and whole parents and children", async () => {
    const { body } = await admin("?fields=name&expand=category_children&handle=polo");
    expect(body.product_categories[0]).toMatchObject({
      id: tree.polo.id,
      name: "Polo",
      category_children: [{ id: tree.summer.id, name: "Summer polo" }],
    });
    for (const hidden of ["handle", "rank", "parent_category"])
      expect(body.product_categories[0]).not.toHaveProperty(hidden);
    expect(body.product_categories[0].category_children[0]).toHaveProperty("handle");
  });

  it.each([
    "expand=products",
    "expand=category_children.category_children",
    "fields=mpath",
    "fields=products.title",
    "order=nonsense",
    "order=rank,handle",
    "is_active=maybe",
    "include_descendants_tree=deep",
    "limit=-1",
    "colour=red",
  ])("refuses %s", async (query) => {
    const { status, body } = await admin(`?${query}`);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });
});

describe("one category", () => {
  it("comes with its parent and all its descendants, each with the same fields", async () => {
    const { body } = await shop.admin.get(`/admin/product-categories/${tree.shirts.id}`);
    const { product_category: shirts } = body;
    expect(names([shirts])).toEqual({ Shirts: { Polo: { "Summer polo": {} } } });
    expect(Object.keys(shirts.category_children[0]).sort()).toEqual(
      Object.keys(shirts)
        .filter((name) => name !== "parent_category")
        .sort(),
    );
    expect(shirts.parent_category).toMatchObject({ name: "Clothes", metadata: { icon: "shirt" } });
    expect(shirts.category_children[0].created_at).toMatch(/Z$/);
  });

  it("shows the selected fields and relations", async () => {
    const read = async (query: string) =>
      (await shop.admin.get(`/admin/product-categories/${tree.shirts.id}?${query}`)).body.product_category;
    expect(await read("fields=name&expand=")).toEqual({ id: tree.shirts.id, name: "Shirts" });
    const { category_children: children, parent_category: parent } = await read("");
    expect(await read("fields=name&expand=category_children")).toEqual({
      id: tree.shirts.id,
      name: "Shirts",
      category_children: children,
    });
    expect(await read("fields=id,name&expand=parent_category")).toEqual({
      id: tree.shirts.id,
      name: "Shirts",
      parent_category: parent,
    });
    expect(await read("fields=name")).toMatchObject({ category_children: children, parent_category: parent });
  });

  it("refuses other relations and fields", async () => {
    for (const query of ["expand=products", "fields=mpath", "fields=category_children.name", "q=x"]) {
      const { status } = await shop.admin.get(`/admin/product-categories/${tree.shirts.id}?${query}`);
      expect(status).toBe(400);
    }
  });
});

describe("the storefront", () => {
  it("lists active categories that are not internal, also as children", async () => {
    const answer = await store();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ count: 6, offset: 0, limit: 100 });
    expect(namesOf(answer)).toEqual(["Boots", "Clothes", "Polo", "Shirts", "Summer polo", "Tools"]);
    const [boots, clothes] = answer.body.product_categories;
    expect(boots.parent_category).toBeNull();
    expect(clothes).toEqual({
      id: tree.clothes.id,
      name: "Clothes",
      description: "",
      handle: "clothes",
      rank: 0,
      parent_category_id: null,
      metadata: { icon: "shirt" },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      parent_category: null,
      category_children: [expect.objectContaining({ name: "Shirts", rank: 0 })],
    });
    expect(clothes.category_children[0]).not.toHaveProperty("is_active");
    expect(clothes.category_children[0]).not.toHaveProperty("category_children");
  });

  it("shows no tree below a category that is hidden", async () => {
    const { body } = await store("?include_descendants_tree=true&parent_category_id=null");
    expect(names(body.product_categories)).toEqual({ Clothes: { Shirts: { Polo: { "Summer polo": {} } } } });
    const [clothes] = body.product_categories;
    expect(clothes).not.toHaveProperty("is_active");
    const [shirts] = clothes.category_children;
    for (const below of [shirts, shirts.category_children[0]])
      expect(below).toMatchObject({ is_active: true, is_internal: false });
    for (const expand of ["", "?expand=category_children,category_children.category_children"]) {
      const one = await store(`/${tree.clothes.id}${expand}`);
      expect(names([one.body.product_category])).toEqual({
        Clothes: { Shirts: { Polo: { "Summer polo": {} } } },
      });
      expect(one.body.product_category.category_children[0]).not.toHaveProperty("is_active");
    }
  });

  it("shows the products of a category that are published, on request", async () => {
    const { id: shown } = await aProduct(shop.db, { title: "Polo shirt" });
    const { id: hidden } = await aProduct(shop.db, { title: "Draft", status: "draft" });
    await shop.admin.post(`/admin/product-categories/${tree.polo.id}/products/batch`, {
      product_ids: [{ id: shown }, { id: hidden }],
    });
    const one = await store(`/${tree.polo.id}?expand=products`);
    expect(one.body.product_category.products).toMatchObject([{ id: shown, title: "Polo shirt" }]);
    const list = await store("?handle=polo&expand=products,category_children");
    const [polo] = list.body.product_categories;
    expect(polo.products).toMatchObject([{ id: shown }]);
    expect(polo.category_children[0]).not.toHaveProperty("products");
    expect((await admin(`/${tree.polo.id}?expand=products`)).status).toBe(400);
  });

  it("hides a hidden parent and finds no hidden category", async () => {
    const { body } = await store(`/${tree.tools.id}`);
    expect(body.product_category).toMatchObject({ name: "Tools", parent_category: null });
    for (const id of [tree.garden.id, tree.samples.id, tree.shoes.id, "pcat_unknown"]) {
      const answer = await store(`/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        type: "not_found",
        message: `ProductCategory with id: ${id}, is_internal: false, is_active: true was not found`,
      });
    }
  });

  it.each([
    ["q=polo", ["Polo", "Summer polo"]],
    ["q=garden", []],
    ["handle=shoes", []],
    ["handle=polo", ["Polo"]],
    ["order=-name&limit=1&offset=1", ["Summer polo"]],
  ])("answers %s with %j", async (query, expected) => {
    expect(namesOf(await store(`?${query}`))).toEqual(expected);
  });

  it("finds the visible children of a parent", async () => {
    expect(namesOf(await store(`?parent_category_id=${tree.clothes.id}`))).toEqual(["Shirts"]);
  });

  it.each([
    "is_active=false",
    "is_internal=true",
    "expand=parent_category.parent_category",
    "fields=is_active",
    "fields=mpath",
    "fields=parent_category.is_internal",
  ])("refuses %s", async (query) => {
    for (const path of ["", `/${tree.clothes.id}`])
      expect((await store(`${path}?${query}`)).status).toBe(400);
  });
});

describe("reading categories", () => {
  it("takes one statement for one, with its tree, and two for a page", async () => {
    const visitor = shop.visitor();
    for (const [client, surface, credentials] of [
      [shop.admin, "admin", 1],
      [visitor, "store", 0],
    ] as const) {
      const path = `/${surface}/product-categories`;
      const one = await countingStatements(shop.db, () =>
        client.get(`${path}/${tree.clothes.id}?fields=name`),
      );
      expect(one.result.status).toBe(200);
      expect(one.statements).toHaveLength(1);
      expect(one.credentials).toBe(credentials);
      for (const query of ["?limit=51", "?limit=51&include_descendants_tree=true"]) {
        const page = await countingStatements(shop.db, () => client.get(path + query));
        expect(page.result.status).toBe(200);
        expect(page.statements).toHaveLength(2);
      }
    }
  });
});
