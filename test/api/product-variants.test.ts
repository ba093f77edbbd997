import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import {
  amounts,
  aProduct,
  aShirt,
  aWord,
  rowCounts,
  type ShownPrice,
  shownProduct,
  usd,
} from "../support/factories/products.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const variantsOf = (id: string) => `/admin/products/${id}/variants`;

async function refused(url: string, body: unknown, status: number, message?: RegExp) {
  const before = await rowCounts(shop);
  const answer = await shop.admin.post(url, body);
  expect(answer.status).toBe(status);
  if (message) expect(answer.body.message).toMatch(message);
  expect(await rowCounts(shop)).toEqual(before);
}

/** A price of a price list, as the price lists of the shop make it. */
async function aListPrice(variantId: string, amount: number): Promise<string> {
  const id = `ma_${aWord()}`;
  const list = `pl_${aWord()}`;
  await shop.db.run({
    text: `with listed as (insert into price_list (id, name, description) values ($1, $1, '')),
      priced as (insert into money_amount (id, currency_code, amount, price_list_id) values ($2, 'usd', $3, $1))
      insert into product_variant_money_amount (id, money_amount_id, variant_id) values ($2, $2, $4)`,
    values: [list, id, amount, variantId],
  });
  return id;
}

describe("creating a variant", () => {
  it("adds it after the others", async () => {
    const [shirt, region] = [await aShirt(shop), await aRegion(shop)];
    const [size, colour] = shirt.options;
    const sku = aWord();
    const { status, body } = await shop.admin.post(variantsOf(shirt.id), {
      title: "S blue",
      sku,
      inventory_quantity: 7,
      allow_backorder: true,
      metadata: { a: 1 },
      prices: [usd(1000), { region_id: region.id, amount: 900 }],
      options: [
        { option_id: colour!.id, value: "blue" },
        { option_id: size!.id, value: "S" },
      ],
    });
    expect(status).toBe(200);
    const variant = body.product.variants.at(-1);
    expect(variant).toMatchObject({
      title: "S blue",
      sku,
      variant_rank: 2,
      inventory_quantity: 7,
      allow_backorder: true,
      manage_inventory: true,
      metadata: { a: 1 },
    });
    expect(variant.options.map(({ value }: { value: string }) => value)).toEqual(["S", "blue"]);
    expect(amounts(variant.prices)).toEqual({ usd: 1000, [region.id]: 900 });
    expect(await announced(shop.db, "product-variant.created")).toContainEqual({
      id: variant.id,
      product_id: shirt.id,
    });
    expect(await shownProduct(shop, shirt.id)).toEqual(body.product);
  });

  it("is refused unless it has a value for every option, once", async () => {
    const [shirt, other] = [await aShirt(shop), await aShirt(shop)];
    const [size, colour] = shirt.options;
    const variant = (...options: { option_id: string; value: string }[]) => ({
      title: "V",
      prices: [],
      options,
    });
    const [small, red] = [
      { option_id: size!.id, value: "XS" },
      { option_id: colour!.id, value: "red" },
    ];
    const url = variantsOf(shirt.id);
    await refused(url, variant(small), 400, /Product has 2 and variant has 1/);
    await refused(url, variant(small, small), 400, /do not contain value for Colour/);
    await refused(url, variant(small, { option_id: other.options[1]!.id, value: "red" }), 400);
    await refused(
      url,
      variant({ ...small, value: "S" }, red),
      400,
      /Variant with title S red .* already exists/,
    );
    await refused(url, variant(small, { ...red, value: "" }), 400, /value/);
    await refused(url, { title: "V", options: [small, red] }, 400, /prices/);
    await refused(url, { ...variant(small, red), prices: [usd(1, { region_id: "reg_1" })] }, 400, /XOR/);
    await refused(url, { ...variant(small, red), prices: [{ region_id: "reg_1", amount: 1 }] }, 404, /reg_1/);
    await refused(variantsOf("prod_unknown"), variant(), 404, /prod_unknown/);
    expect(await shownProduct(shop, shirt.id)).toEqual(shirt);
  });

  it("is refused without values that distinguish it", async () => {
    const { id } = await aProduct(shop);
    const variant = { title: "V", prices: [] };
    expect((await shop.admin.post(variantsOf(id), variant)).status).toBe(200);
    await refused(variantsOf(id), { ...variant, title: "W" }, 400, /already exists/);
  });

  it("makes one of two with the same values at once", async () => {
    const { id, options } = await aProduct(shop, { options: [{ title: "Size" }] });
    const variant = { title: "S", prices: [], options: [{ option_id: options[0]!.id, value: "S" }] };
    const answers = await Promise.all([1, 2, 3].map(() => shop.admin.post(variantsOf(id), variant)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });
});

describe("updating a variant", () => {
  const update = (productId: string, variantId: string, body: unknown, query = "") =>
    shop.admin.post(`${variantsOf(productId)}/${variantId}${query}`, body);

  it("changes the fields that are sent and keeps the others", async () => {
    const shirt = await aShirt(shop);
    const [small, large] = shirt.variants;
    const { body } = await update(shirt.id, small!.id, {
      title: "S crimson",
      inventory_quantity: 9,
      metadata: { a: 1 },
      options: [{ option_id: shirt.options[1]!.id, value: "crimson" }],
    });
    const [changed, other] = body.product.variants;
    expect(changed).toMatchObject({
      title: "S crimson",
      inventory_quantity: 9,
      metadata: { a: 1 },
      variant_rank: 0,
    });
    expect(changed.options.map(({ value }: { value: string }) => value)).toEqual(["S", "crimson"]);
    expect(changed.options.map(({ id }: { id: string }) => id)).toEqual(small!.options.map(({ id }) => id));
    expect(changed.prices).toEqual(small!.prices);
    expect(other).toEqual(large);
    const fields = ["title", "inventory_quantity", "metadata", "options"];
    const told = { id: small!.id, product_id: shirt.id, fields };
    expect(await announced(shop.db, "product-variant.updated")).toContainEqual(told);
  });

  it("replaces the prices, but not those of price lists, which only lists of variants show", async () => {
    const [shirt, region] = [await aShirt(shop), await aRegion(shop)];
    const [small] = shirt.variants;
    const listPrice = await aListPrice(small!.id, 1);
    const priced = async (prices: unknown) =>
      (await update(shirt.id, small!.id, { prices })).body.product.variants[0].prices as ShownPrice[];
    const first = await priced([
      usd(1100),
      { region_id: region.id, amount: 900 },
      usd(800, { min_quantity: 10 }),
    ]);
    expect(first).toHaveLength(3);
    expect(first.find((price) => price.amount === 1100)!.id).toBe(small!.prices[0]!.id);
    const regional = first.find((price) => price.region_id)!;
    const second = await priced([
      { id: regional.id, amount: 850 },
      { id: small!.prices[0]!.id, currency_code: "eur", amount: 1050 },
    ]);
    expect(amounts(second)).toEqual({ [region.id]: 850, eur: 1050 });
    expect(second.map(({ id }) => id).sort()).toEqual([regional.id, small!.prices[0]!.id].sort());
    const only = expect.objectContaining({ id: listPrice });
    expect(await priced([])).toEqual([only]);
    const one = await shop.admin.get(`/admin/variants/${small!.id}`);
    expect(one.body.variant.prices).toEqual([only]);
    const page = await shop.admin.get(`/admin/products?id=${shirt.id}`);
    expect(page.body.products[0].variants[0].prices).toEqual([only]);
    expect(page.body.products[0].variants[0]).not.toHaveProperty("calculated_price");
    const listed = await shop.admin.get(`/admin/variants?id=${small!.id}`);
    expect(listed.body.variants[0].prices).toMatchObject([{ id: listPrice }]);
  });

  it("keeps prices in currencies when only prices for regions are sent", async () => {
    const [shirt, region] = [await aShirt(shop), await aRegion(shop)];
    const [small] = shirt.variants;
    const priced = async (...prices: unknown[]) =>
      amounts((await update(shirt.id, small!.id, { prices })).body.product.variants[0].prices);
    expect(await priced({ region_id: region.id, amount: 900 })).toEqual({ usd: 1000, [region.id]: 900 });
    expect(await priced({ region_id: region.id, amount: 950 })).toEqual({ usd: 1000, [region.id]: 950 });
    expect(await priced(usd(1100))).toEqual({ usd: 1100 });
  });

  it("is refused with unknown or duplicate values, and then changes nothing", async () => {
    const [shirt, other] = [await aShirt(shop), await aShirt(shop, { variants: [] })];
    const [small, large] = shirt.variants;
    const sku = aWord();
    await update(shirt.id, large!.id, { sku });
    const before = await shownProduct(shop, shirt.id);
    const url = `${variantsOf(shirt.id)}/${small!.id}`;
    await refused(url, { title: "x", sku }, 422, /sku/);
    await refused(url, { title: "x", prices: [{ id: "ma_unknown", amount: 1 }] }, 404, /ma_unknown/);
    await refused(url, { title: "x", prices: [{ currency_code: "xxx", amount: 1 }] }, 404, /xxx/);
    await refused(url, { title: "x", prices: [{ amount: 1 }] }, 400, /XOR/);
    await refused(url, { title: "x", options: [{ option_id: other.options[0]!.id, value: "x" }] }, 404);
    await refused(url, { title: "x", options: [{ option_id: shirt.options[0]!.id, value: "L" }] }, 400);
    await refused(url, { title: null }, 400, /title/);
    await refused(`${url}?expand=nonsense`, { title: "x" }, 400);
    await refused(`${variantsOf(other.id)}/${small!.id}`, { title: "x" }, 404, /Variant with id/);
    await refused(`${variantsOf("prod_unknown")}/${small!.id}`, { title: "x" }, 404);
    await refused(`${variantsOf(shirt.id)}/variant_unknown`, { title: "x" }, 404);
    expect(await shownProduct(shop, shirt.id)).toEqual(before);
  });

  it("shows the selected fields, and no calculated price", async () => {
    const [shirt, region] = [await aShirt(shop), await aRegion(shop)];
    const query = `?region_id=${region.id}&fields=id&expand=variants,variants.prices`;
    const { body } = await update(shirt.id, shirt.variants[0]!.id, { title: "x" }, query);
    expect(Object.keys(body.product).sort()).toEqual(["id", "variants"]);
    expect(body.product.variants[0]).toMatchObject({ prices: [{ amount: 1000 }], calculated_price: null });
  });
});

describe("deleting a variant", () => {
  it("deletes its values and prices, frees its codes and shows the other variants", async () => {
    const shirt = await aShirt(shop);
    const [small, large] = shirt.variants;
    await aListPrice(small!.id, 1);
    const { status, body } = await shop.admin.delete(`${variantsOf(shirt.id)}/${small!.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ variant_id: small!.id, object: "product-variant", deleted: true });
    expect(body.product.variants).toEqual([large]);
    expect(body.product.options[0].values).toHaveLength(1);
    const told = { id: small!.id, product_id: shirt.id, metadata: null };
    expect(await announced(shop.db, "product-variant.deleted")).toContainEqual(told);
    const [left] = await shop.db.run<{ count: number }>({
      text: `select count(*) as count from money_amount price join product_variant_money_amount link
        on link.money_amount_id = price.id where link.variant_id = $1 and price.deleted_at is null`,
      values: [small!.id],
    });
    expect(left!.count).toBe(0);
    const before = await rowCounts(shop);
    expect((await shop.admin.delete(`${variantsOf(shirt.id)}/${small!.id}`)).body).toEqual(body);
    expect(await rowCounts(shop)).toEqual(before);
  });

  it("is refused for a variant of another product and for an unknown product", async () => {
    const [shirt, other] = [await aShirt(shop), await aShirt(shop)];
    const foreign = other.variants[0]!.id;
    expect((await shop.admin.delete(`${variantsOf(shirt.id)}/${foreign}`)).status).toBe(404);
    expect((await shop.admin.delete(`${variantsOf("prod_unknown")}/${foreign}`)).status).toBe(404);
    expect(await shownProduct(shop, other.id)).toEqual(other);
  });
});
