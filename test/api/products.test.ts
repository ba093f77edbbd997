import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aCategory } from "../support/factories/categories.ts";
import {
  amounts,
  aProduct,
  aShirt,
  aWord,
  rowCounts,
  shownProduct,
  usd,
} from "../support/factories/products.ts";
import { aRegion } from "../support/factories/regions.ts";
import { aChannel, defaultChannel } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const create = (body: unknown) => shop.admin.post("/admin/products", body);
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Sends it, expects the refusal, and expects that nothing at all was written. */
async function refused(body: Record<string, unknown>, status: number, message?: string | RegExp) {
  const before = await rowCounts(shop);
  const answer = await create({ title: `Refused ${aWord()}`, ...body });
  expect(answer.status).toBe(status);
  if (message) expect(answer.body.message).toMatch(message);
  expect(await rowCounts(shop)).toEqual(before);
  return answer.body;
}

describe("every route of products under /admin", () => {
  it.each([
    ["GET", "/products"],
    ["POST", "/products"],
    ["GET", "/products/tag-usage"],
    ["GET", "/products/types"],
    ["GET", "/products/ID"],
    ["POST", "/products/ID"],
    ["DELETE", "/products/ID"],
    ["POST", "/products/ID/metadata"],
    ["POST", "/products/ID/options"],
    ["POST", "/products/ID/options/opt_1"],
    ["DELETE", "/products/ID/options/opt_1"],
    ["GET", "/products/ID/variants"],
    ["POST", "/products/ID/variants"],
    ["POST", "/products/ID/variants/VARIANT"],
    ["DELETE", "/products/ID/variants/VARIANT"],
    ["GET", "/variants"],
    ["GET", "/variants/VARIANT"],
    ["GET", "/variants/VARIANT/inventory"],
  ])("%s /admin%s is for users only", async (method, path) => {
    const shirt = await aShirt(shop);
    const url = `/admin${path.replace("ID", shirt.id).replace("VARIANT", shirt.variants[0]!.id)}`;
    const body = method === "GET" ? undefined : { title: "Visitor" };
    const answer = await shop.visitor().send(method, url, { body });
    expect(answer.status).toBe(401);
    expect(await shownProduct(shop, shirt.id)).toEqual(shirt);
  });
});

describe("creating a product", () => {
  it("needs no more than a title", async () => {
    const { status, body } = await create({ title: "Plain Thing" });
    expect(status).toBe(200);
    expect(body.product).toMatchObject({
      id: expect.stringMatching(/^prod_[0-9A-Z]{26}$/),
      title: "Plain Thing",
      handle: "plain-thing",
      status: "draft",
      is_giftcard: false,
      discountable: true,
      thumbnail: null,
      metadata: null,
      collection: null,
      type: null,
      images: [],
      options: [],
      variants: [],
      tags: [],
      categories: [],
      profile: { type: "default" },
      profile_id: body.product.profiles[0].id,
    });
    expect(idsOf(body.product.sales_channels)).toEqual([await defaultChannel(shop)]);
    const unnamed = await aProduct(shop, { sales_channels: [] });
    expect(idsOf(unnamed.sales_channels)).toEqual([await defaultChannel(shop)]);
    expect(await announced(shop.db, "product.created")).toContainEqual({ id: body.product.id });
    expect(await shownProduct(shop, body.product.id)).toEqual(body.product);
  });

  it("keeps everything that is sent", async () => {
    const [channel, other, category] = [await aChannel(shop), await aChannel(shop), await aCategory(shop)];
    const { body: collected } = await shop.admin.post("/admin/collections", { title: "Winter" });
    const fields = {
      title: "Grand Coat",
      subtitle: "warm",
      description: "long text",
      handle: "the-coat",
      status: "published",
      discountable: false,
      weight: 900,
      length: 10,
      height: 11,
      width: 12,
      hs_code: "HS1",
      origin_country: "us",
      mid_code: "MID",
      material: "wool",
      metadata: { season: "w" },
      collection_id: collected.collection.id,
    };
    const product = await aProduct(shop, {
      ...fields,
      type: { value: "outer" },
      tags: [{ value: "warm" }, { value: "wool" }],
      images: ["http://img.example.com/b.png", "http://img.example.com/a.png"],
      categories: [{ id: category.id }],
      sales_channels: [{ id: channel.id }, { id: other.id }],
    });
    expect(product).toMatchObject({
      ...fields,
      collection: { id: collected.collection.id },
      type: { value: "outer" },
      thumbnail: "http://img.example.com/b.png",
      categories: [{ id: category.id }],
    });
    expect(product.tags.map(({ value }) => value).sort()).toEqual(["warm", "wool"]);
    expect(product.images.map(({ url }) => url)).toEqual([
      "http://img.example.com/b.png",
      "http://img.example.com/a.png",
    ]);
    expect(idsOf(product.sales_channels).sort()).toEqual([channel.id, other.id].sort());
  });

  it("makes variants with their options, prices, ranks and stock items", async () => {
    const region = await aRegion(shop);
    const sku = aWord();
    const product = await aProduct(shop, {
      options: [{ title: "Size" }, { title: "Colour" }],
      variants: [
        {
          title: "S red",
          sku,
          inventory_quantity: 3,
          weight: 5,
          prices: [usd(1000), { region_id: region.id, amount: 900 }, { currency_code: "EUR", amount: 950 }],
          options: [{ value: "S" }, { value: "red" }],
        },
        {
          title: "M red",
          prices: [usd(1100, { min_quantity: 2, max_quantity: 9 })],
          options: [{ value: "M" }, { value: "red" }],
        },
      ],
    });
    const [small, medium] = product.variants;
    expect(product.options.map(({ title }) => title)).toEqual(["Size", "Colour"]);
    expect(small).toMatchObject({
      title: "S red",
      sku,
      variant_rank: 0,
      inventory_quantity: 3,
      allow_backorder: false,
      manage_inventory: true,
      weight: 5,
      original_price: null,
      calculated_price: null,
      tax_rates: null,
    });
    expect(small!.options.map(({ value }) => value)).toEqual(["S", "red"]);
    expect(amounts(small!.prices)).toEqual({ usd: 1000, [region.id]: 900, eur: 950 });
    expect(small!.prices.find((price) => price.region_id)).toMatchObject({ currency_code: "usd" });
    expect(small!.prices[0]).toMatchObject({ price_list: null, variant_id: small!.id });
    expect(small!.prices[0]).not.toHaveProperty("$groups");
    expect(medium).toMatchObject({ variant_rank: 1, prices: [{ min_quantity: 2, max_quantity: 9 }] });
    const told = { id: small!.id, product_id: product.id };
    expect(await announced(shop.db, "product-variant.created")).toContainEqual(told);
    const { body } = await shop.admin.get(`/admin/inventory-items?sku=${sku}`);
    expect(body.inventory_items).toMatchObject([{ sku, weight: 5 }]);
    expect(await announced(shop.db, "inventory-item.created")).toContainEqual({
      id: body.inventory_items[0].id,
    });
  });

  it("writes a hundred variants with as many statements as one", async () => {
    const variants = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        title: `V ${index}`,
        prices: [usd(index), { currency_code: "eur", amount: index }],
        options: [{ value: String(index) }],
      }));
    const counted = (count: number) =>
      countingStatements(shop.db, () =>
        create({ title: aWord(), options: [{ title: "N" }], variants: variants(count) }),
      );
    const [one, hundred] = [await counted(1), await counted(100)];
    expect(hundred.result.body.product.variants).toHaveLength(100);
    expect(hundred.statements).toEqual(one.statements);
  });

  it("uses types, tags and pictures again that are there", async () => {
    const input = {
      type: { value: "shared type" },
      tags: [{ value: "shared tag" }, { value: "shared tag" }],
      images: ["http://img.example.com/shared.png", "http://img.example.com/shared.png"],
    };
    const [one, two] = [await aProduct(shop, input), await aProduct(shop, input)];
    expect(two.type_id).toBe(one.type_id);
    expect(idsOf(two.tags)).toEqual(idsOf(one.tags));
    expect(idsOf(two.images)).toEqual(idsOf(one.images));
    expect(one.tags).toHaveLength(1);
    expect(one.images).toHaveLength(1);
  });

  it("makes one type, one tag and one picture when many products name them at once", async () => {
    const word = aWord();
    const input = {
      type: { value: word },
      tags: [{ value: word }],
      images: [`http://img.example.com/${word}`],
    };
    const products = await Promise.all(Array.from({ length: 6 }, () => aProduct(shop, input)));
    expect(new Set(products.map((product) => product.type_id)).size).toBe(1);
    expect(new Set(products.map((product) => product.tags[0]!.id)).size).toBe(1);
    expect(new Set(products.map((product) => product.images[0]!.id)).size).toBe(1);
  });

  it("puts a gift card into the profile of gift cards, and never at a discount", async () => {
    const card = await aProduct(shop, { is_giftcard: true });
    expect(card).toMatchObject({ is_giftcard: true, discountable: false, profile: { type: "gift_card" } });
  });

  it("takes null for a field that is not sent, and an empty handle and code for none", async () => {
    const empty = {
      subtitle: null,
      images: null,
      tags: null,
      type: null,
      collection_id: null,
      variants: null,
    };
    const title = `Null ${aWord()}`;
    const product = await aProduct(shop, { title, ...empty, options: null, handle: "", metadata: null });
    expect(product.handle).toBe(title.toLowerCase().replaceAll(/ |(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g, "-"));
    const codes = { sku: "", ean: "", upc: "", barcode: "" };
    for (let each = 0; each < 2; each++) {
      const { variants } = await aProduct(shop, { variants: [{ title: "V", prices: [], ...codes }] });
      expect(variants[0]).toMatchObject({ sku: null, ean: null, upc: null, barcode: null });
    }
  });

  it("is refused when the handle is taken, sent or made from the title", async () => {
    const { handle } = await aProduct(shop, { title: "Only Once" });
    const body = await refused({ handle }, 422);
    expect(body).toEqual({
      code: "invalid_request_error",
      type: "duplicate_error",
      message: "Product with handle only-once already exists.",
    });
    await refused({ title: "Only  Once" }, 422);
  });

  it.each(["sku", "ean", "upc", "barcode"])("is refused when a variant's %s is taken", async (code) => {
    const value = aWord();
    const variant = { title: "V", prices: [], [code]: value };
    await aProduct(shop, { variants: [variant] });
    await refused({ variants: [variant] }, 422, `Product_variant with ${code} ${value} already exists.`);
    const twice = { ...variant, [code]: aWord() };
    await refused({ variants: [twice, twice] }, 422);
  });

  it("makes one of two products with the same handle and SKU at once", async () => {
    const input = { title: aWord(), variants: [{ title: "V", sku: aWord(), prices: [usd(1)] }] };
    const answers = await Promise.all([create(input), create(input)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it("is refused with unknown references", async () => {
    const body = await refused({ sales_channels: [{ id: "sc_unknown" }, { id: "sc_other" }] }, 400);
    expect(body.errors).toEqual(["Sales Channels sc_unknown, sc_other do not exist"]);
    const price = (details: object) => ({ variants: [{ title: "V", prices: [{ amount: 1, ...details }] }] });
    await refused({ collection_id: "pcol_unknown" }, 404, /pcol_unknown/);
    await refused({ categories: [{ id: "pcat_unknown" }] }, 404, /pcat_unknown/);
    await refused(price({ region_id: "reg_unknown" }), 404, /reg_unknown/);
    await refused(price({ currency_code: "xxx" }), 404, /xxx/);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["no title", { title: undefined }, /title/],
    ["an empty title", { title: "" }, /title/],
    ["an unknown status", { status: "hidden" }, /status/],
    ["an unknown property", { price: 5 }, /property price should not exist/],
    ["a fractional weight", { weight: 1.5 }, /weight/],
    ["a weight beyond all bounds", { weight: 3_000_000_000 }, /weight/],
    ["a type without value", { type: { id: "ptyp_1" } }, /value/],
    ["a tag without value", { tags: [{ id: "ptag_1" }] }, /value/],
    ["a variant without title", { variants: [{ prices: [] }] }, /title/],
    ["a variant without prices", { variants: [{ title: "V" }] }, /prices/],
    ["a negative amount", { variants: [{ title: "V", prices: [usd(-1)] }] }, /amount/],
    ["a fractional amount", { variants: [{ title: "V", prices: [usd(1.5)] }] }, /amount/],
    ["a price of neither kind", { variants: [{ title: "V", prices: [{ amount: 1 }] }] }, /region_id/],
    ["a price of both kinds", { variants: [{ title: "V", prices: [usd(1, { region_id: "reg_1" })] }] }, /./],
    [
      "quantities the wrong way round",
      { variants: [{ title: "V", prices: [usd(1, { min_quantity: 5, max_quantity: 2 })] }] },
      /min_quantity/,
    ],
    [
      "a value without an option",
      { variants: [{ title: "V", prices: [], options: [{ value: "S" }] }] },
      /Product has 0 and variant has 1/,
    ],
    [
      "an option without a value",
      { options: [{ title: "Size" }], variants: [{ title: "V", prices: [] }] },
      /Product has 1 and variant has 0/,
    ],
    ["text that no database takes", { subtitle: "a\u0000b" }, /./],
  ])("is refused with %s", async (_, body, message) => {
    await refused(body, 400, message);
  });

  it("is refused when two options or two variants would be the same", async () => {
    await refused({ options: [{ title: "Size" }, { title: "size" }] }, 422, /size already exists/);
    const variant = { title: "V", prices: [], options: [{ value: "S" }] };
    await refused({ options: [{ title: "Size" }], variants: [variant, variant] }, 400, /already exists/);
  });

  it("lets variants of a product without options differ by their titles", async () => {
    const variants = [
      { title: "one", prices: [] },
      { title: "two", prices: [] },
    ];
    expect((await aProduct(shop, { variants })).variants.map(({ title }) => title)).toEqual(["one", "two"]);
  });
});

describe("getting a product", () => {
  it("takes one statement with any selection", async () => {
    const shirt = await aShirt(shop);
    for (const query of ["", "?expand=variants,variants.prices,tags", "?fields=id,title&expand="]) {
      const { statements } = await countingStatements(shop.db, () =>
        shop.admin.get(`/admin/products/${shirt.id}${query}`),
      );
      expect(statements).toHaveLength(1);
    }
  });

  it("shows the selected fields and relations", async () => {
    const shirt = await aShirt(shop, { tags: [{ value: "soft" }], type: { value: "top" } });
    const get = async (query: string) =>
      (await shop.admin.get(`/admin/products/${shirt.id}?${query}`)).body.product;
    expect(await get("fields=title,status&expand=tags")).toEqual({
      id: shirt.id,
      title: shirt.title,
      status: "draft",
      tags: shirt.tags,
    });
    const bare = await get("expand=");
    expect(Object.keys(bare)).not.toContain("variants");
    expect(bare).toMatchObject({ title: shirt.title, type_id: shirt.type_id });
    const profiled = await get("fields=id&expand=profiles");
    expect(profiled).toMatchObject({ profile: { type: "default" }, profile_id: profiled.profiles[0].id });
  });

  it("shows prices only where the request selects them with their variants", async () => {
    const shirt = await aShirt(shop);
    const get = async (expand: string) =>
      (await shop.admin.get(`/admin/products/${shirt.id}?expand=${expand}`)).body.product.variants[0];
    expect(await get("variants")).not.toHaveProperty("prices");
    expect(await get("variants")).not.toHaveProperty("calculated_price");
    expect(await get("variants,variants.prices")).toMatchObject({
      calculated_price: null,
      prices: [{ amount: 1000 }],
    });
  });

  it("leaves out the key of a relation that alone is asked for, as v1 does", async () => {
    const shirt = await aShirt(shop, { type: { value: "top" } });
    const get = async (query: string) =>
      (await shop.admin.get(`/admin/products/${shirt.id}?${query}`)).body.product;
    expect(await get("fields=type_id&expand=type")).toEqual({ id: shirt.id, type: expect.anything() });
    expect(await get("fields=type_id&expand=type,tags")).toMatchObject({ type_id: shirt.type_id });
  });

  it("refuses unknown products, fields and relations", async () => {
    const { id } = await aShirt(shop);
    const { status, body } = await shop.admin.get("/admin/products/prod_unknown");
    expect([status, body]).toEqual([
      404,
      { type: "not_found", message: "Product with id: prod_unknown was not found" },
    ]);
    for (const query of ["fields=nonsense", "expand=nonsense", "fields=variants.prices.$groups", "limit=1"]) {
      expect((await shop.admin.get(`/admin/products/${id}?${query}`)).status).toBe(400);
    }
  });
});

describe("deleting a product", () => {
  it("takes its variants, options and prices along and frees its handle and codes", async () => {
    const input = { title: aWord(), variants: [{ title: "V", sku: aWord(), prices: [usd(5)] }] };
    const product = await aProduct(shop, input);
    const answer = await shop.admin.delete(`/admin/products/${product.id}`);
    expect([answer.status, answer.body]).toEqual([200, { id: product.id, object: "product", deleted: true }]);
    expect((await shop.admin.get(`/admin/products/${product.id}`)).status).toBe(404);
    expect((await shop.admin.get(`/admin/variants/${product.variants[0]!.id}`)).status).toBe(404);
    expect(await announced(shop.db, "product.deleted")).toContainEqual({ id: product.id });
    const again = await aProduct(shop, input);
    expect(again.variants[0]!.sku).toBe(input.variants[0]!.sku);
  });

  it("gives the stock of a SKU to the variant that has the SKU afterwards", async () => {
    const sku = aWord();
    const variants = [{ title: "V", sku, prices: [] }];
    const [old] = (await aProduct(shop, { variants })).variants;
    const inventory = async (id: string) =>
      (await shop.admin.get(`/admin/variants/${id}/inventory`)).body.variant.inventory;
    const [item] = await inventory(old!.id);
    await shop.admin.delete(
      `/admin/products/${(await shop.admin.get(`/admin/variants/${old!.id}`)).body.variant.product_id}`,
    );
    const [fresh] = (await aProduct(shop, { variants })).variants;
    expect(idsOf(await inventory(fresh!.id))).toEqual([item.id]);
  });

  it("of an unknown one succeeds, and nothing is announced", async () => {
    const product = await aProduct(shop);
    await shop.admin.delete(`/admin/products/${product.id}`);
    const before = await rowCounts(shop);
    for (const id of [product.id, "prod_unknown"]) {
      expect((await shop.admin.delete(`/admin/products/${id}`)).body).toEqual({
        id,
        object: "product",
        deleted: true,
      });
    }
    expect(await rowCounts(shop)).toEqual(before);
  });
});

describe("tags and types of products", () => {
  it("are counted by the products that are there", async () => {
    const value = aWord();
    const products = await Promise.all(
      Array.from({ length: 12 }, () => aProduct(shop, { tags: [{ value }] })),
    );
    await shop.admin.delete(`/admin/products/${products[0]!.id}`);
    const { body } = await shop.admin.get("/admin/products/tag-usage");
    expect(body.tags[0]).toEqual({ id: products[0]!.tags[0]!.id, value, usage_count: "11" });
    expect(body.tags.length).toBeLessThanOrEqual(10);
  });

  it("are listed", async () => {
    const value = aWord();
    const { type_id } = await aProduct(shop, { type: { value } });
    const { body } = await shop.admin.get("/admin/products/types");
    expect(body.types).toContainEqual(expect.objectContaining({ id: type_id, value, metadata: null }));
  });
});
