import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { confirmed } from "../support/factories/batch-imports.ts";
import { aJob, endedJob, jobThatIs } from "../support/factories/batch-jobs.ts";
import { aEuroRegion, aPriceList, dollars, readList } from "../support/factories/price-lists.ts";
import { aShirt } from "../support/factories/products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop(() => startShop({ TRADEWIND_JOBS: "2" }));

const type = "price-list-percentage";

async function aPricedShirt(details: Record<string, unknown> = {}, prices: object[] = []) {
  const product = await aShirt(shop, {
    variants: [
      {
        title: "S",
        prices: [{ currency_code: "usd", amount: 1999 }, { currency_code: "jpy", amount: 2500 }, ...prices],
        options: [{ value: "S" }, { value: "red" }],
      },
    ],
    ...details,
  });
  return { id: product.id as string, variant: product.variants[0]!.id as string };
}

const pricesIn = async (listId: string) => {
  const { prices } = await readList(shop, listId);
  return prices.map((price) => [price.variant_id, price.region_id ?? price.currency_code, price.amount]);
};

const set = async (context: Record<string, unknown>) => endedJob(shop, (await aJob(shop, type, context)).id);

describe("prices by percentage", () => {
  it("are made from the regular ones of all products, by the digits of each currency", async () => {
    const region = await aEuroRegion(shop);
    const one = await aPricedShirt({}, [{ region_id: region.id, amount: 1850 }]);
    const other = await aPricedShirt();
    const list = await aPriceList(shop);
    const job = await set({ price_list_id: list.id, percent: -15, ending: "99" });
    expect(job).toMatchObject({ status: "completed", result: { progress: 1 } });
    const found = await pricesIn(list.id);
    expect(found).toEqual(
      expect.arrayContaining([
        [one.variant, "usd", 1699],
        [one.variant, "jpy", 2125],
        [one.variant, region.id, 1599],
        [other.variant, "usd", 1699],
      ]),
    );
    expect((await announced(shop.db, "price-list.updated")).at(-1)).toEqual({ id: list.id });
  });

  it("are the same when they are set twice, and follow the regular price, not their own", async () => {
    const { id, variant } = await aPricedShirt();
    const list = await aPriceList(shop, {
      prices: [dollars(variant, 1), dollars(variant, 5, { min_quantity: 10 })],
    });
    const context = { price_list_id: list.id, percent: -50, product_id: [id], currency_code: ["USD"] };
    await set(context);
    const first = await readList(shop, list.id);
    await set(context);
    expect((await readList(shop, list.id)).prices.map(({ id: price, amount }) => [price, amount])).toEqual(
      first.prices.map(({ id: price, amount }) => [price, amount]),
    );
    expect((await pricesIn(list.id)).sort()).toEqual([
      [variant, "usd", 1000],
      [variant, "usd", 5],
    ]);
  });

  it("are set for a collection, a category with those below it, or a tag", async () => {
    const collection = (await shop.admin.post("/admin/collections", { title: "Half price" })).body.collection;
    const root = (await shop.admin.post("/admin/product-categories", { name: "Sale" })).body.product_category;
    const leaf = (
      await shop.admin.post("/admin/product-categories", { name: "Rest", parent_category_id: root.id })
    ).body.product_category;
    const inCollection = await aPricedShirt({ collection_id: collection.id });
    const inLeaf = await aPricedShirt({ categories: [{ id: leaf.id }] });
    const tagged = await aPricedShirt({ tags: [{ value: "clearance" }] });
    const [tag] = (await shop.admin.get("/admin/product-tags?q=clearance")).body.product_tags;
    const variantsOf = async (filter: object) => {
      const list = await aPriceList(shop);
      await set({ price_list_id: list.id, percent: -50, currency_code: ["usd"], ...filter });
      return (await pricesIn(list.id)).map(([variant]) => variant);
    };
    expect(await variantsOf({ collection_id: [collection.id] })).toEqual([inCollection.variant]);
    expect(await variantsOf({ category_id: [root.id] })).toEqual([inLeaf.variant]);
    expect(await variantsOf({ tag_id: [tag.id] })).toEqual([tagged.variant]);
  });

  it("are shown before they are set, and a rehearsal changes nothing", async () => {
    const { id, variant } = await aPricedShirt();
    const list = await aPriceList(shop);
    const context = { price_list_id: list.id, percent: 10, ending: "95", product_id: [id] };
    const rehearsal = await jobThatIs(shop, (await aJob(shop, type, context, true)).id, "pre_processed");
    expect(rehearsal.result).toMatchObject({ count: 1, operations: { PRICE_LIST_PRICE_SET: 2 } });
    expect(rehearsal.result.examples).toEqual([
      expect.objectContaining({ currency_code: "jpy", regular: 2500, amount: 2750 }),
      expect.objectContaining({ currency_code: "usd", regular: 1999, amount: 2195 }),
    ]);
    expect(await pricesIn(list.id)).toEqual([]);
    expect(await confirmed(shop, rehearsal.id)).toMatchObject({ status: "completed" });
    expect((await pricesIn(list.id)).sort()).toEqual([
      [variant, "jpy", 2750],
      [variant, "usd", 2195],
    ]);
  });

  it("go through a large shop in steps, and leave gift cards alone", async () => {
    const { id, variant } = await aPricedShirt();
    await shop.db.run({
      text: `with made as (insert into product_variant (id, title, product_id, inventory_quantity)
          select 'variant_many_' || number, 'Size ' || number, $1, 0 from generate_series(1, 1100) number returning id),
        priced as (insert into money_amount (id, currency_code, amount)
          select 'ma_many_' || number, 'usd', 1000 from generate_series(1, 1100) number)
        insert into product_variant_money_amount (id, money_amount_id, variant_id)
          select 'pvma_many_' || number, 'ma_many_' || number, 'variant_many_' || number
          from generate_series(1, 1100) number`,
      values: [id],
    });
    const card = await aPricedShirt({ is_giftcard: true });
    const list = await aPriceList(shop);
    const job = await set({ price_list_id: list.id, percent: -10, product_id: [id, card.id] });
    expect(job).toMatchObject({ status: "completed", result: { count: 1101, advancement_count: 1101 } });
    const [counted] = await shop.db.run({
      text: `select count(*)::int as prices, count(distinct amount)::int as amounts from money_amount
        where price_list_id = $1 and currency_code = 'usd'`,
      values: [list.id],
    });
    expect(counted).toEqual({ prices: 1101, amounts: 2 });
    const listed = (variantId: string) =>
      shop.db.run({
        text: `select 1 from product_variant_money_amount link join money_amount price on price.id = link.money_amount_id
          where price.price_list_id = $1 and link.variant_id = $2 and price.currency_code = 'usd'`,
        values: [list.id, variantId],
      });
    expect([(await listed(variant)).length, (await listed(card.variant)).length]).toEqual([1, 0]);
  });
});

describe("prices by percentage are refused", () => {
  it.each([
    [{ percent: -100 }, "percent"],
    [{ percent: "half" }, "percent"],
    [{ percent: -10, ending: "42" }, "ending"],
    [{ percent: -10, product_id: [] }, "product_id"],
  ])("for %j, with the name of the field", async (sent, field) => {
    const list = await aPriceList(shop);
    const { status, body } = await shop.admin.post("/admin/batch-jobs", {
      type,
      context: { price_list_id: list.id, ...sent },
    });
    expect([status, body.message]).toEqual([400, expect.stringContaining(field)]);
    expect(await pricesIn(list.id)).toEqual([]);
  });

  it("for a list that does not exist", async () => {
    const context = { price_list_id: "pl_none", percent: -10 };
    expect((await shop.admin.post("/admin/batch-jobs", { type, context })).status).toBe(404);
  });
});
