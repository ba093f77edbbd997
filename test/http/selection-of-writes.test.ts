import { describe, expect } from "vitest";
import { aRegion, regionDetails } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let regionId: string;
let productId: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  regionId = (await aRegion(shop, { countries: ["dk"] })).id;
  productId = (await shop.admin.post("/admin/products", { title: "Shirt" })).body.product.id;
});

const aList = (name: string) => ({ name, description: "For a while", type: "sale", prices: [] });
const aDiscount = (code: string) => ({
  code,
  rule: { type: "percentage", value: 10, allocation: "total" },
  regions: [regionId],
});

/** What is created, its key in the answer, and its list. */
const creations = [
  ["/admin/price-lists", "price_list", () => aList("Spring"), "name"],
  ["/admin/discounts", "discount", () => aDiscount("SPRING"), "code"],
  ["/admin/gift-cards", "gift_card", () => ({ region_id: regionId, value: 1000 }), "value"],
  ["/admin/regions", "region", () => regionDetails(), "name"],
  ["/admin/tax-rates", "tax_rate", () => ({ name: "VAT", code: "vat", region_id: regionId }), "name"],
  ["/admin/product-categories", "product_category", () => ({ name: "Tops" }), "name"],
] as const;

describe.each(creations)("creating with POST %s", (path, key, body, field) => {
  const count = async () => (await shop.admin.get(path)).body.count;

  it.each(["expand=nonsense", "fields=nonsense", "expand=a.b.c.d.e.f"])(
    "changes nothing where it is asked for %s",
    async (query) => {
      const before = await count();
      const answer = await shop.admin.post(`${path}?${query}`, body());
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        type: "invalid_data",
        message: expect.stringMatching(/expand|fields/),
      });
      expect(await count()).toBe(before);
    },
  );

  it("and changing answer with the selected fields", async () => {
    const made = await shop.admin.post(`${path}?fields=${field}&expand=`, body());
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { id } = made.body[key];
    expect(Object.keys(made.body[key]).sort()).toEqual(["id", field].sort());
    const changed = await shop.admin.post(`${path}/${id}?fields=id&expand=`, {});
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(Object.keys(changed.body[key])).toEqual(["id"]);
  });

  it("and changing nothing else where the selection of a change is wrong", async () => {
    const listed = (await shop.admin.get(`${path}?limit=1`)).body;
    const [first] = Object.values(listed).find(Array.isArray) as { id: string }[];
    const before = await shop.admin.get(`${path}/${first!.id}`);
    const answer = await shop.admin.post(`${path}/${first!.id}?expand=nonsense`, { metadata: { a: 1 } });
    expect(answer.status).toBe(400);
    expect((await shop.admin.get(`${path}/${first!.id}`)).body).toEqual(before.body);
  });
});

describe("a new product", () => {
  it("is shown completely with any fields and expand, as in v1", async () => {
    const { status, body } = await shop.admin.post("/admin/products?fields=title&expand=profiles", {
      title: "Trousers",
    });
    expect(status).toBe(200);
    expect(body.product).toMatchObject({
      title: "Trousers",
      status: "draft",
      variants: [],
      options: [],
      tags: [],
    });
  });
});

describe("a price list", () => {
  it("is shown completely with any fields and expand, as in v1", async () => {
    const { id } = (await shop.admin.post("/admin/price-lists", aList("Read"))).body.price_list;
    const read = async (query: string) =>
      (await shop.admin.get(`/admin/price-lists/${id}?${query}`)).body.price_list;
    const whole = await read("");
    expect(whole).toMatchObject({ id, name: "Read", prices: [], customer_groups: [] });
    expect(await read("fields=name&expand=")).toEqual(whole);
  });
});

describe("parts", () => {
  it("of a product answer with the selected fields of the product", async () => {
    const { status, body } = await shop.admin.post(
      `/admin/products/${productId}/options?fields=title&expand=options`,
      { title: "Size" },
    );
    expect(status).toBe(200);
    expect(body.product).toMatchObject({ title: "Shirt", options: [{ title: "Size" }] });
    expect(body.product).not.toHaveProperty("variants");
    const [option] = body.product.options;
    const gone = await shop.admin.delete(`/admin/products/${productId}/options/${option.id}?expand=nonsense`);
    expect(gone.status).toBe(400);
    const { product } = (await shop.admin.get(`/admin/products/${productId}`)).body;
    expect(product.options).toHaveLength(1);
  });

  it("of a region answer with the selected fields of the region", async () => {
    const path = `/admin/regions/${regionId}/countries`;
    const refused = await shop.admin.post(`${path}?expand=nonsense`, { country_code: "fi" });
    expect(refused.status).toBe(400);
    const { body } = await shop.admin.post(`${path}?fields=name&expand=countries`, { country_code: "no" });
    expect(Object.keys(body.region).sort()).toEqual(["countries", "id", "name"]);
    expect(body.region.countries.map(({ iso_2 }: { iso_2: string }) => iso_2).sort()).toEqual(["dk", "no"]);
  });
});

describe("where v1 reads no query", () => {
  it("fields and expand are taken, and the answer is the usual one", async () => {
    const usual = await shop.admin.post("/admin/collections", { title: "Usual" });
    const asked = await shop.admin.post("/admin/collections?fields=id&expand=products", { title: "Asked" });
    expect(asked.status).toBe(200);
    expect(Object.keys(asked.body.collection)).toEqual(Object.keys(usual.body.collection));
    const { id } = asked.body.collection;
    expect((await shop.admin.delete(`/admin/collections/${id}?fields=id&expand=`)).body).toMatchObject({
      id,
      deleted: true,
    });
  });

  it("other parameters are still refused", async () => {
    expect((await shop.admin.post("/admin/collections?colour=red", { title: "Red" })).status).toBe(400);
  });
});
