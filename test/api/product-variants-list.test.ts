import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aChannel, aPlainLocation, stocked } from "../support/factories/inventory.ts";
import { aProduct, aShirt, aWord, usd } from "../support/factories/products.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const list = async (query: string) => (await shop.admin.get(`/admin/variants?${query}`)).body;

describe("listing variants", () => {
  it("shows them with product, options and prices", async () => {
    const shirt = await aShirt(shop, { title: `Shirt ${aWord()}` });
    const { variants, count } = await list(`id=${shirt.variants[0]!.id}`);
    expect(count).toBe(1);
    expect(variants[0]).toMatchObject({
      id: shirt.variants[0]!.id,
      product: { id: shirt.id },
      options: [{ value: "S" }, { value: "red" }],
      prices: [{ amount: 1000, price_list: null }],
      calculated_price: null,
    });
    expect(variants[0]).not.toHaveProperty("calculated_price_type");
    expect(variants[0]).not.toHaveProperty("variant_rank");
    expect(variants[0].prices[0]).not.toHaveProperty("$groups");
  });

  it("finds them by title, SKU, title of the product and stock", async () => {
    const word = aWord();
    const product = await aProduct(shop, {
      title: `Named ${word}`,
      options: [{ title: "N" }],
      variants: [
        {
          title: `First ${word}a`,
          sku: `SKU-${word}b`,
          inventory_quantity: 3,
          prices: [],
          options: [{ value: "1" }],
        },
        {
          title: "Second",
          manage_inventory: false,
          allow_backorder: true,
          inventory_quantity: 8,
          prices: [],
          options: [{ value: "2" }],
        },
      ],
    });
    const [first, second] = product.variants;
    const found = async (query: string) => idsOf((await list(`order=created_at&${query}`)).variants);
    expect((await found(`q=${word.toUpperCase()}`)).sort()).toEqual(idsOf(product.variants).sort());
    expect(await found(`q=${word}a`)).toEqual([first!.id]);
    expect(await found(`q=${word}B`)).toEqual([first!.id]);
    expect(await found(`q=${word}%25`)).toEqual([]);
    expect(await found(`q=${word}&inventory_quantity=8`)).toEqual([second!.id]);
    expect(await found(`q=${word}&inventory_quantity[lt]=8`)).toEqual([first!.id]);
    expect(await found(`q=${word}&manage_inventory=false`)).toEqual([second!.id]);
    expect(await found(`q=${word}&allow_backorder=false`)).toEqual([first!.id]);
    expect(await found(`q=${word}&title=Second`)).toEqual([second!.id]);
    expect(await found(`id[]=${first!.id}&id[]=${second!.id}&limit=1&offset=1`)).toHaveLength(1);
  });

  it("selects prices for a region, a currency and a customer", async () => {
    const [shirt, region] = [await aShirt(shop), await aRegion(shop)];
    const id = shirt.variants[0]!.id;
    const [inRegion] = (await list(`id=${id}&region_id=${region.id}`)).variants;
    expect(inRegion).toMatchObject({
      calculated_price: 1000,
      calculated_price_incl_tax: 1100,
      tax_rates: [{ rate: 10 }],
    });
    const [inCurrency] = (await list(`id=${id}&currency_code=usd&customer_id=cus_1`)).variants;
    expect(inCurrency).toMatchObject({ calculated_price: 1000, calculated_price_type: "default" });
    expect((await shop.admin.get("/admin/variants?region_id=reg_unknown")).status).toBe(404);
  });

  it("shows all prices as they are where none counts, as far as they are asked for", async () => {
    const id = (await aShirt(shop)).variants[0]!.id;
    const [unsold] = (await list(`id=${id}&currency_code=eur`)).variants;
    expect(unsold.prices).toMatchObject([{ amount: 1000, currency_code: "usd", price_list_id: null }]);
    expect(unsold.prices[0]).not.toHaveProperty("variant_id");
    expect(unsold.prices[0]).not.toHaveProperty("price_list");
    for (const name of ["calculated_price", "original_price", "tax_rates"])
      expect(unsold).not.toHaveProperty(name);
    const [bare] = (await list(`id=${id}&currency_code=eur&expand=`)).variants;
    expect(bare).not.toHaveProperty("prices");
    expect((await list(`id=${id}&currency_code=usd&expand=`)).variants[0]).toMatchObject({
      prices: [{ amount: 1000 }],
      calculated_price: 1000,
    });
  });

  it("takes two statements, and one variant takes one", async () => {
    const [shirt, region] = [await aShirt(shop), await aRegion(shop)];
    for (const [path, count] of [
      ["?limit=5", 2],
      [`?region_id=${region.id}`, 2],
      [`/${shirt.variants[0]!.id}`, 1],
      [`/${shirt.variants[0]!.id}/inventory`, 1],
    ] as const) {
      const { statements } = await countingStatements(shop.db, () =>
        shop.admin.get(`/admin/variants${path}`),
      );
      expect(statements).toHaveLength(count);
    }
  });

  it.each([
    "nonsense=1",
    "order=nonsense",
    "expand=nonsense",
    "inventory_quantity=many",
    "manage_inventory=maybe",
  ])("refuses %s", async (query) => {
    expect((await shop.admin.get(`/admin/variants?${query}`)).status).toBe(400);
  });
});

describe("getting a variant", () => {
  it("shows the selected fields, with its prices", async () => {
    const [small] = (await aShirt(shop)).variants;
    const { body } = await shop.admin.get(`/admin/variants/${small!.id}?fields=id,title&expand=`);
    expect(body.variant).toMatchObject({
      id: small!.id,
      title: "S red",
      prices: [{ amount: 1000 }],
      tax_rates: null,
    });
    expect(body.variant).not.toHaveProperty("sku");
  });

  it("is refused for an unknown one", async () => {
    const { status, body } = await shop.admin.get("/admin/variants/variant_unknown");
    expect([status, body.message]).toEqual([404, "Variant with id: variant_unknown was not found"]);
    expect((await shop.admin.get("/admin/variants/variant_unknown/inventory")).status).toBe(404);
  });
});

describe("listing the variants of a product", () => {
  const listOf = async (id: string, query = "") =>
    (await shop.admin.get(`/admin/products/${id}/variants?${query}`)).body;

  it("shows plain variants, page by page", async () => {
    const shirt = await aShirt(shop);
    const all = await listOf(shirt.id, "order=variant_rank");
    expect(all).toMatchObject({ count: 2, offset: 0, limit: 100 });
    expect(idsOf(all.variants)).toEqual(idsOf(shirt.variants));
    expect(all.variants[0].prices[0]).not.toHaveProperty("price_list");
    expect(all.variants[0]).not.toHaveProperty("calculated_price");
    const second = await listOf(shirt.id, "order=variant_rank&limit=1&offset=1");
    expect(second).toMatchObject({
      count: 2,
      offset: 1,
      limit: 1,
      variants: [{ id: shirt.variants[1]!.id }],
    });
    const found = await listOf(shirt.id, "q=l%20RED&fields=title&expand=");
    expect(found.variants).toEqual([
      { id: shirt.variants[1]!.id, title: "L red", created_at: expect.any(String) },
    ]);
    expect((await listOf(shirt.id, "created_at[gt]=2999-01-01")).count).toBe(0);
  });

  it("takes two statements", async () => {
    const { id } = await aShirt(shop);
    const { statements } = await countingStatements(shop.db, () =>
      shop.admin.get(`/admin/products/${id}/variants`),
    );
    expect(statements).toHaveLength(2);
  });

  it("is empty for a product that is not there", async () => {
    expect(await listOf("prod_unknown")).toEqual({ variants: [], count: 0, offset: 0, limit: 100 });
  });
});

describe("the inventory of a variant", () => {
  const inventory = async (id: string) =>
    (await shop.admin.get(`/admin/variants/${id}/inventory`)).body.variant;

  it("shows the stock of each location, and the available quantity of each channel", async () => {
    const sku = aWord();
    const variants = [{ title: "V", sku, inventory_quantity: 4, prices: [usd(1)] }];
    const [variant] = (await aProduct(shop, { variants })).variants;
    const [depot, shed] = [await aPlainLocation(shop), await aPlainLocation(shop)];
    const [both, one, none] = [
      await aChannel(shop, depot.id, shed.id),
      await aChannel(shop, depot.id),
      await aChannel(shop),
    ];
    const sold = async () => {
      const { sales_channel_availability: channels } = await inventory(variant!.id);
      return [both, one, none].map(
        (id) => channels.find((each: { channel_id: string }) => each.channel_id === id).available_quantity,
      );
    };
    expect(await sold()).toEqual([0, 0, 0]);
    const [item] = (await inventory(variant!.id)).inventory;
    await stocked(shop, item.id, depot.id, 5);
    await stocked(shop, item.id, shed.id, 2);
    expect(await sold()).toEqual([7, 5, 0]);
    const shown = await inventory(variant!.id);
    expect(shown).toMatchObject({
      id: variant!.id,
      inventory: [{ sku, stocked_quantity: 7, reserved_quantity: 0 }],
    });
    expect(shown.inventory[0].location_levels).toHaveLength(2);
    expect(shown.inventory[0].location_levels[0]).toMatchObject({ available_quantity: expect.any(Number) });
  });

  it("is empty for a variant that keeps no stock", async () => {
    const variants = [{ title: "V", manage_inventory: false, prices: [] }];
    const [variant] = (await aProduct(shop, { variants })).variants;
    expect(await inventory(variant!.id)).toEqual({
      id: variant!.id,
      inventory: [],
      sales_channel_availability: [],
    });
  });
});
