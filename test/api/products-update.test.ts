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
import { aChannel } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const update = (id: string, body: unknown) => shop.admin.post(`/admin/products/${id}`, body);
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

async function updated(id: string, body: unknown) {
  const answer = await update(id, body);
  if (answer.status !== 200) throw new Error(answer.body.message);
  expect(await shownProduct(shop, id)).toEqual(answer.body.product);
  return answer.body.product as Awaited<ReturnType<typeof shownProduct>>;
}

/** Sends it, expects the refusal, and expects that the product and everything else are as before. */
async function refused(id: string, body: unknown, status: number, message?: RegExp) {
  const before = [await rowCounts(shop), (await shop.admin.get(`/admin/products/${id}`)).body];
  const answer = await update(id, body);
  expect(answer.status).toBe(status);
  if (message) expect(answer.body.message).toMatch(message);
  expect([await rowCounts(shop), (await shop.admin.get(`/admin/products/${id}`)).body]).toEqual(before);
  return answer.body;
}

describe("the variants of a product without options", () => {
  const variant = (title: string) => ({ title, inventory_quantity: 1, prices: [] });
  const titles = (product: { variants: { title: string }[] }) => product.variants.map(({ title }) => title);

  it("can be replaced by several new ones, distinguished by their titles", async () => {
    const product = await aProduct(shop, { variants: [variant("one"), variant("two")] });
    const { status, body } = await shop.admin.post(`/admin/products/${product.id}`, {
      variants: [variant("three"), variant("four"), variant("five")],
    });
    expect(status).toBe(200);
    expect(titles(body.product)).toEqual(["three", "four", "five"]);
  });

  it("can be added to a product that had none", async () => {
    const product = await aProduct(shop, { variants: [] });
    const { body } = await shop.admin.post(`/admin/products/${product.id}`, {
      variants: [variant("one"), variant("two")],
    });
    expect(titles(body.product)).toEqual(["one", "two"]);
  });

  it("are not changed when new and old ones are mixed, as in v1", async () => {
    const product = await aProduct(shop, { variants: [variant("one"), variant("two")] });
    const [kept] = product.variants;
    const { status } = await shop.admin.post(`/admin/products/${product.id}`, {
      variants: [{ id: kept!.id, title: "one" }, variant("three")],
    });
    expect(status).toBe(400);
    const { body } = await shop.admin.get(`/admin/products/${product.id}`);
    expect(titles(body.product)).toEqual(["one", "two"]);
  });
});

describe("updating a product", () => {
  it("changes the fields that are sent, clears those that are null and keeps the others", async () => {
    const product = await aProduct(shop, {
      subtitle: "old",
      description: "stays",
      weight: 5,
      metadata: { season: "w", line: "a" },
    });
    const changed = await updated(product.id, {
      title: "Other Title",
      subtitle: null,
      weight: null,
      thumbnail: "http://img.example.com/t.png",
      discountable: false,
      metadata: { season: "", line: "b", more: 1 },
    });
    expect(changed).toMatchObject({
      title: "Other Title",
      subtitle: null,
      description: "stays",
      handle: product.handle,
      weight: null,
      thumbnail: "http://img.example.com/t.png",
      discountable: false,
      metadata: { line: "b", more: 1 },
    });
    const events = await announced(shop.db, "product.updated");
    expect(events.at(-1)).toMatchObject({
      id: product.id,
      fields: expect.arrayContaining(["title", "metadata"]),
    });
  });

  it("moves to any status from any other", async () => {
    const { id } = await aProduct(shop);
    for (const status of ["published", "proposed", "rejected", "draft", "published"]) {
      expect(await updated(id, { status })).toMatchObject({ status });
    }
    await refused(id, { status: "hidden" }, 400, /status/);
    await refused(id, { status: null }, 400, /status/);
  });

  it("replaces pictures, in the order in which they are sent", async () => {
    const url = (name: string) => `http://img.example.com/${name}`;
    const product = await aProduct(shop, { images: [url("1"), url("2")] });
    const images = [url("3"), url("2"), url("1")];
    expect((await updated(product.id, { images })).images.map((image) => image.url)).toEqual(images);
    expect((await updated(product.id, { images: [] })).images).toEqual([]);
    expect((await shownProduct(shop, product.id)).thumbnail).toBe(url("1"));
  });

  it("lets the first of new pictures stand for a product that none stands for", async () => {
    const images = ["http://img.example.com/a", "http://img.example.com/b"];
    const thumbnailAfter = async (old: unknown, changes: object) => {
      const { id } = await aProduct(shop, {});
      await updated(id, { thumbnail: old });
      return (await updated(id, changes)).thumbnail;
    };
    for (const old of [null, ""]) {
      expect(await thumbnailAfter(old, { images })).toBe(images[0]);
      expect(await thumbnailAfter(old, { images, thumbnail: null })).toBeNull();
      expect(await thumbnailAfter(old, { images, thumbnail: "" })).toBe("");
      expect(await thumbnailAfter(old, { images, thumbnail: images[1] })).toBe(images[1]);
      expect(await thumbnailAfter(old, { images: [] })).toBe(old);
    }
    expect(await thumbnailAfter("http://img.example.com/t", { images, thumbnail: null })).toBeNull();
  });

  it("replaces tags, categories and channels; the type changes and goes", async () => {
    const [a, b, one, two] = [
      await aCategory(shop),
      await aCategory(shop),
      await aChannel(shop),
      await aChannel(shop),
    ];
    const product = await aProduct(shop, {
      tags: [{ value: "x" }, { value: "y" }],
      categories: [{ id: a.id }],
      sales_channels: [{ id: one.id }],
      type: { value: "first" },
    });
    const changed = await updated(product.id, {
      tags: [{ value: "y" }, { value: "z" }],
      categories: [{ id: b.id }],
      sales_channels: [{ id: one.id }, { id: two.id }],
      type: { value: "second" },
    });
    expect(changed.tags.map(({ value }) => value).sort()).toEqual(["y", "z"]);
    expect(idsOf(changed.categories)).toEqual([b.id]);
    expect(idsOf(changed.sales_channels).sort()).toEqual([one.id, two.id].sort());
    expect(changed).toMatchObject({ type: { value: "second" } });
    const emptied = await updated(product.id, { tags: [], categories: [], sales_channels: [], type: null });
    expect(emptied).toMatchObject({
      tags: [],
      categories: [],
      sales_channels: [],
      type: null,
      type_id: null,
    });
  });

  it("empties categories and channels that are null, and keeps tags and pictures", async () => {
    const [category, channel] = [await aCategory(shop), await aChannel(shop)];
    const { id } = await aProduct(shop, {
      images: ["http://img.example.com/a"],
      tags: [{ value: aWord() }],
      categories: [{ id: category.id }],
      sales_channels: [{ id: channel.id }],
    });
    const nulls = { images: null, tags: null, categories: null, sales_channels: null };
    const changed = await updated(id, nulls);
    expect(changed).toMatchObject({ categories: [], sales_channels: [] });
    expect([changed.tags, changed.images].map(({ length }) => length)).toEqual([1, 1]);
  });

  it("makes the handle from the title again when it is emptied", async () => {
    const product = await aProduct(shop, { handle: aWord() });
    expect((await updated(product.id, { title: "Renamed Twice", handle: null })).handle).toBe(
      "renamed-twice",
    );
  });

  it("is refused when the handle is taken, or something named is not there", async () => {
    const [one, two] = [await aProduct(shop), await aProduct(shop)];
    await refused(one.id, { handle: two.handle, title: "x" }, 422, /Product with handle .* already exists/);
    const body = await refused(one.id, { sales_channels: [{ id: "sc_unknown" }], title: "x" }, 400);
    expect(body.errors).toEqual(["Sales Channels sc_unknown do not exist"]);
    await refused(one.id, { collection_id: "pcol_unknown" }, 404, /pcol_unknown/);
    await refused(one.id, { categories: [{ id: "pcat_unknown" }], tags: [{ value: aWord() }] }, 404);
    await refused(one.id, { price: 5 }, 400, /property price should not exist/);
    await refused(one.id, { is_giftcard: true }, 400);
    expect((await update("prod_unknown", { title: "x" })).body).toEqual({
      type: "not_found",
      message: "Product with id: prod_unknown was not found",
    });
  });

  it("loses none of two changes at once", async () => {
    const { id } = await aProduct(shop, { metadata: { a: 1 } });
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => update(id, { metadata: { [`key${index}`]: index } })),
    );
    expect(Object.keys((await shownProduct(shop, id)).metadata!)).toHaveLength(9);
  });
});

describe("setting a metadata key", () => {
  it("adds, changes and removes it", async () => {
    const { id } = await aProduct(shop, { metadata: { a: "1" } });
    const set = (key: string, value: string) =>
      shop.admin.post(`/admin/products/${id}/metadata`, { key, value });
    expect((await set("b", "2")).body.product.metadata).toEqual({ a: "1", b: "2" });
    expect((await set("a", "")).body.product.metadata).toEqual({ b: "2" });
  });

  it("is refused without key or value, and for an unknown product", async () => {
    const { id } = await aProduct(shop);
    const set = (product: string, body: unknown) =>
      shop.admin.post(`/admin/products/${product}/metadata`, body);
    for (const body of [{ key: "a" }, { value: "b" }, { key: "", value: "b" }, { key: "a", value: 1 }]) {
      expect((await set(id, body)).status).toBe(400);
    }
    expect((await set("prod_unknown", { key: "a", value: "b" })).status).toBe(404);
    expect((await shownProduct(shop, id)).metadata).toBeNull();
  });
});

describe("the list of variants in an update", () => {
  it("changes those with an id, adds those without, and deletes those that are missing", async () => {
    const shirt = await aShirt(shop);
    const [small, large] = shirt.variants;
    const [size, colour] = shirt.options;
    const changed = await updated(shirt.id, {
      variants: [
        {
          title: "M red",
          sku: aWord(),
          prices: [usd(1100)],
          options: [
            { option_id: size!.id, value: "M" },
            { option_id: colour!.id, value: "red" },
          ],
        },
        { id: large!.id, title: "L bright red", inventory_quantity: 7 },
      ],
    });
    expect(changed.variants).toMatchObject([
      { title: "M red", variant_rank: 0 },
      {
        id: large!.id,
        title: "L bright red",
        variant_rank: 1,
        inventory_quantity: 7,
        prices: [{ amount: 1200 }],
      },
    ]);
    const told = { id: small!.id, product_id: shirt.id, metadata: null };
    expect(await announced(shop.db, "product-variant.deleted")).toContainEqual(told);
    expect((await shop.admin.get(`/admin/variants/${small!.id}`)).status).toBe(404);
    expect((await updated(shirt.id, { variants: [] })).variants).toEqual([]);
  });

  it("gives freed codes on, and lets variants change codes and places", async () => {
    const [sku, other] = [aWord(), aWord()];
    const product = await aProduct(shop, {
      variants: [
        { title: "a", sku, prices: [] },
        { title: "b", sku: other, prices: [] },
      ],
    });
    const [a, b] = product.variants;
    const swapped = await updated(product.id, {
      variants: [
        { id: b!.id, sku },
        { id: a!.id, sku: other },
      ],
    });
    expect(swapped.variants).toMatchObject([
      { id: b!.id, sku, variant_rank: 0 },
      { id: a!.id, sku: other, variant_rank: 1 },
    ]);
    const renewed = await updated(product.id, { variants: [{ title: "c", sku, prices: [usd(1)] }] });
    expect(renewed.variants).toMatchObject([{ title: "c", sku }]);
  });

  it("takes as many statements for a hundred as for two", async () => {
    const titles = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ title: `V ${index}`, prices: [] }));
    const counted = async (count: number) => {
      const { id, variants } = await aProduct(shop, { variants: titles(count) });
      const changes = variants.map((variant) => ({
        id: variant.id,
        inventory_quantity: 1,
        prices: [usd(5)],
      }));
      return countingStatements(shop.db, () => update(id, { variants: changes }));
    };
    const [two, hundred] = [await counted(2), await counted(100)];
    expect(hundred.result.body.product.variants).toHaveLength(100);
    expect(hundred.statements).toEqual(two.statements);
  });

  it("is refused with variants that are not the product's, named twice, untitled or the same", async () => {
    const [shirt, other] = [await aShirt(shop), await aShirt(shop)];
    const [small, large] = shirt.variants;
    const [size] = shirt.options;
    await refused(shirt.id, { variants: [{ id: other.variants[0]!.id, title: "x" }] }, 404);
    await refused(shirt.id, { variants: [{ id: small!.id }, { id: small!.id }] }, 400, /more than once/);
    await refused(shirt.id, { variants: [{ prices: [] }] }, 400, /title/);
    await refused(
      shirt.id,
      { variants: [{ title: "x", prices: [] }] },
      400,
      /Product has 2 and variant has 0/,
    );
    const same = { id: large!.id, options: [{ option_id: size!.id, value: "S" }] };
    await refused(shirt.id, { variants: [{ id: small!.id }, same] }, 400, /already exists/);
    const foreign = { id: large!.id, options: [{ option_id: other.options[0]!.id, value: "S" }] };
    await refused(shirt.id, { variants: [{ id: small!.id }, foreign] }, 404, /Option/);
    const region = await aRegion(shop);
    const both = { id: small!.id, prices: [{ region_id: region.id, currency_code: "usd", amount: 1 }] };
    await refused(shirt.id, { title: "x", variants: [both] }, 400);
    expect(amounts((await shownProduct(shop, shirt.id)).variants[0]!.prices)).toEqual({ usd: 1000 });
  });
});
