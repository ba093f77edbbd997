import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aProduct, aVariantPrice } from "../support/factories/catalogue.ts";
import { aPriceList, deleteSoftly, dollars, type PriceList } from "../support/factories/price-lists.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let list: PriceList;
let coat: { id: string; variantIds: string[] };
let hat: { id: string; variantIds: string[] };

const { it, shop } = withShop();
it.beforeAll(async () => {
  const usd = (amount: number) => [{ amount, currency_code: "usd" }];
  coat = await aProduct(shop.db, {
    title: "Coat",
    handle: "coat",
    description: "warm",
    tags: ["winter"],
    variants: [
      { title: "small", sku: "coat-s", prices: usd(100) },
      { title: "large", prices: usd(200) },
    ],
  });
  hat = await aProduct(shop.db, { title: "Hat", status: "draft", variants: [{ prices: usd(10) }] });
  await aProduct(shop.db, { title: "Not in any list", variants: [{ prices: usd(1) }] });
  list = await aPriceList(shop, {
    prices: [
      dollars(coat.variantIds[0]!, 50),
      dollars(coat.variantIds[0]!, 40),
      dollars(hat.variantIds[0]!, 5),
    ],
  });
  await aPriceList(shop, { prices: [dollars(coat.variantIds[0]!, 33)] });
});

const products = (query = "", id = list.id) => shop.admin.get(`/admin/price-lists/${id}/products?${query}`);

const titles = async (query: string) => {
  const { status, body } = await products(`order=title&${query}`);
  expect(status).toBe(200);
  return body.products.map(({ title }: { title: string }) => title);
};

describe("the products of a price list", () => {
  it("show their variants with the prices of the list and those of none, not those of other lists", async () => {
    const { status, body } = await products("fields=id,title&expand=variants&order=title");
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 2, offset: 0, limit: 50 });
    const [first, second] = body.products;
    expect(Object.keys(first).sort()).toEqual(["created_at", "id", "title", "variants"]);
    expect(second).toMatchObject({ id: hat.id, variants: [{ id: hat.variantIds[0] }] });
    const [small, large] = first.variants;
    expect(small.prices.map(({ amount }: { amount: number }) => amount)).toEqual([100, 50, 40]);
    expect(large.prices.map(({ amount }: { amount: number }) => amount)).toEqual([200]);
    const columns = {
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      currency_code: "usd",
      min_quantity: null,
      max_quantity: null,
      region_id: null,
    };
    expect(small.prices[0]).toEqual({
      ...columns,
      id: expect.stringMatching(/^ma_/),
      amount: 100,
      price_list_id: null,
      price_list: null,
    });
    const { prices: _, customer_groups: __, ...shownList } = list;
    expect(small.prices[1]).toEqual({
      ...columns,
      id: list.prices[0]!.id,
      amount: 50,
      price_list_id: list.id,
      price_list: shownList,
    });
  });

  it("have v1's default relations of products, unless the request selects others", async () => {
    const { body } = await products("order=title");
    expect(body.products[0]).toMatchObject({
      id: coat.id,
      handle: "coat",
      status: "published",
      metadata: null,
      variants: [{ options: [] }, { options: [] }],
      options: [],
      images: [],
      tags: [{ value: "winter" }],
      type: null,
      collection: null,
      profiles: [],
    });
    // As in v1: a product without a shipping profile names none.
    expect(body.products[0]).not.toHaveProperty("profile");
    expect(body.products[0]).not.toHaveProperty("profile_id");
    const bare = await products("order=title&fields=title&expand=");
    expect(bare.body.products[0]).toEqual({ id: coat.id, title: "Coat", created_at: expect.any(String) });
    const amounts = await products("order=title&expand=&fields=variants.prices.amount");
    expect(amounts.body.products[0].variants[0].prices).toMatchObject([
      { amount: 100 },
      { amount: 50 },
      { amount: 40 },
    ]);
  });

  it("can be searched, filtered and paged", async () => {
    expect(await titles("")).toEqual(["Coat", "Hat"]);
    expect(await titles("limit=1&offset=1")).toEqual(["Hat"]);
    expect(await titles("q=COAT-S")).toEqual(["Coat"]);
    expect(await titles("q=%25")).toEqual([]);
    expect(await titles("q=any list")).toEqual([]);
    expect(await titles(`id=${hat.id}`)).toEqual(["Hat"]);
    expect(await titles(`id[]=${hat.id}&id[]=${coat.id}`)).toEqual(["Coat", "Hat"]);
    expect(await titles("status[]=draft")).toEqual(["Hat"]);
    expect(await titles("title=Coat")).toEqual(["Coat"]);
    expect(await titles("handle=coat")).toEqual(["Coat"]);
    expect(await titles("description=warm")).toEqual(["Coat"]);
    expect(await titles("is_giftcard=true")).toEqual([]);
    expect(await titles("collection_id[]=pcol_1")).toEqual([]);
    expect(await titles("type=ptyp_1")).toEqual([]);
    const { body } = await products(`id=${coat.id}&expand=tags`);
    expect(await titles(`tags[]=${body.products[0].tags[0].id}`)).toEqual(["Coat"]);
    expect(await titles("created_at[gt]=2020-01-01")).toEqual(["Coat", "Hat"]);
    expect(await titles("updated_at[lt]=2020-01-01")).toEqual([]);
    expect(await titles("deleted_at[gt]=2020-01-01")).toEqual([]);
  });

  it("are none for a list without prices", async () => {
    const empty = await aPriceList(shop);
    const { status, body } = await products("", empty.id);
    expect(status).toBe(200);
    expect(body).toEqual({ products: [], count: 0, offset: 0, limit: 50 });
  });

  it("do not show deleted rows", async () => {
    const [scarf, glove] = [await aProduct(shop.db), await aProduct(shop.db)];
    const fading = await aPriceList(shop, {
      prices: [dollars(scarf.variantIds[0]!, 1), dollars(glove.variantIds[0]!, 2)],
    });
    await aVariantPrice(shop.db, scarf.variantIds[0]!, { amount: 3, currency_code: "usd" });
    expect((await products("", fading.id)).body.count).toBe(2);
    await deleteSoftly(shop, "product", scarf.id);
    await deleteSoftly(shop, "product_variant", glove.variantIds[0]!);
    expect((await products("", fading.id)).body.count).toBe(0);
  });

  it.each([
    "status[]=sold",
    "collection_id=pcol_1",
    "is_giftcard=perhaps",
    "id[gt]=prod_1",
    "limit=-1",
    "order=nonsense",
    "expand=nonsense",
    "fields=nonsense",
    "created_at[gt]=yesterday",
    "colour=red",
  ])("refuse ?%s", async (query) => {
    const { status, body } = await products(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });

  it("take two statements, with any relations, also to find that there is no such list", async () => {
    for (const [id, status] of [
      [list.id, 200],
      ["pl_unknown", 404],
    ] as const) {
      const page = await countingStatements(shop.db, () =>
        products("expand=variants.prices.region,variants.options.option,tags,categories&q=coat", id),
      );
      expect(page.result.status).toBe(status);
      expect(page.statements).toHaveLength(2);
      expect(page.credentials).toBe(1);
    }
  });
});
