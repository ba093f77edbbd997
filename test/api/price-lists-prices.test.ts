import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aProduct, aVariantPrice } from "../support/factories/catalogue.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aEuroRegion,
  amountsOf,
  aPriceList,
  deleteSoftly,
  dollars,
  listDetails,
  priceRows,
  readList,
} from "../support/factories/price-lists.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let product: { id: string; variantIds: string[] };
let shirt: string;
let trousers: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  product = await aProduct(shop.db, { variants: [{ title: "Shirt" }, { title: "Trousers" }] });
  [shirt, trousers] = product.variantIds as [string, string];
});

const batch = (id: string) => `/admin/price-lists/${id}/prices/batch`;
const add = (id: string, prices: unknown[], more: Record<string, unknown> = {}) =>
  shop.admin.post(batch(id), { prices, ...more });

const countRows = async () =>
  (await shop.db.run<{ count: string }>({ text: "select count(*) from money_amount", values: [] }))[0]!.count;

describe("prices of a list", () => {
  it("are added in dollars or for a region, and keep their order", async () => {
    const region = await aEuroRegion(shop);
    const list = await aPriceList(shop, { prices: [dollars(shirt, 50)] });
    const { status, body } = await add(list.id, [
      { variant_id: trousers, region_id: region.id, amount: 60, min_quantity: 2, max_quantity: 9 },
      { variant_id: shirt, currency_code: "USD", region_id: null, amount: 0, min_quantity: null },
    ]);
    expect(status).toBe(200);
    expect(body.price_list).toMatchObject({
      id: list.id,
      customer_groups: [],
      prices: [
        list.prices[0],
        {
          variant_id: trousers,
          region_id: region.id,
          currency_code: "eur",
          amount: 60,
          min_quantity: 2,
          max_quantity: 9,
        },
        { variant_id: shirt, region_id: null, currency_code: "usd", amount: 0, min_quantity: null },
      ],
    });
    expect(Date.parse(body.price_list.updated_at)).toBeGreaterThan(Date.parse(list.updated_at));
    expect((await eventsAbout(shop, list.id)).map(({ name }) => name)).toEqual([
      "price-list.created",
      "price-list.updated",
    ]);
  });

  it("are added even when they name a price, as clients of v1 know it", async () => {
    const list = await aPriceList(shop, { prices: [dollars(shirt, 50)] });
    const { body } = await add(list.id, [dollars(shirt, 55, { id: list.prices[0]!.id })]);
    expect(amountsOf(body.price_list)).toEqual([50, 55]);
    expect(body.price_list.prices[0].id).toBe(list.prices[0]!.id);
  });

  it("take the place of all others with override, also when there are none", async () => {
    const list = await aPriceList(shop, { prices: [dollars(shirt, 50), dollars(trousers, 60)] });
    const { status, body } = await add(list.id, [dollars(shirt, 11)], { override: true });
    expect(status).toBe(200);
    expect(amountsOf(body.price_list)).toEqual([11]);
    const old = list.prices.map(({ id }) => id);
    expect(await priceRows(shop, old)).toEqual({ amounts: 0, links: 0 });

    const emptied = await add(list.id, [], { override: true });
    expect(emptied.body.price_list.prices).toEqual([]);
    expect((await add(list.id, [], { override: false })).status).toBe(200);
  });

  const wrongPrices: [string, Record<string, unknown>, string][] = [
    ["neither region nor currency", { currency_code: undefined }, "region_id"],
    ["region and currency", { region_id: "reg_1" }, "currency_code"],
    ["no market but null", { currency_code: null, region_id: null }, "region_id"],
    ["an empty currency", { currency_code: "" }, "currency_code"],
    ["no variant", { variant_id: undefined }, "variant_id"],
    ["a variant that is a number", { variant_id: 7 }, "variant_id"],
    ["no amount", { amount: undefined }, "amount"],
    ["a negative amount", { amount: -1 }, "amount"],
    ["half a cent", { amount: 0.5 }, "amount"],
    ["an amount in words", { amount: "5" }, "amount"],
    ["more money than there is", { amount: 2_147_483_648 }, "amount"],
    ["a negative quantity", { min_quantity: -1 }, "min_quantity"],
    ["half a quantity", { max_quantity: 1.5 }, "max_quantity"],
    ["too large a quantity", { max_quantity: 2_147_483_648 }, "max_quantity"],
    ["quantities the wrong way round", { min_quantity: 3, max_quantity: 2 }, "min_quantity"],
    ["something nobody knows", { colour: "red" }, "colour"],
  ];

  it.each(wrongPrices)("are refused with %s, on a new list too", async (_, wrong, field) => {
    const list = await aPriceList(shop, { prices: [dollars(shirt, 50)] });
    const prices = [dollars(trousers, 31_313), dollars(shirt, 31_313, wrong)];
    const answers = [
      await add(list.id, prices),
      await add(list.id, prices, { override: true }),
      await shop.admin.post(`/admin/price-lists/${list.id}`, { prices }),
      await shop.admin.post("/admin/price-lists", listDetails({ prices })),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
      expect(body.message).toContain(field);
    }
    expect(await readList(shop, list.id)).toEqual(list);
    const left = await shop.db.run({ text: "select 1 from money_amount where amount = 31313", values: [] });
    expect(left).toEqual([]);
  });

  it("without a currency or a region are refused before the list is looked for, as in v1", async () => {
    const before = await countRows();
    const prices = [{ variant_id: shirt, amount: 5 }];
    for (const path of [batch("pl_unknown"), "/admin/price-lists/pl_unknown"]) {
      const { status, body } = await shop.admin.post(path, { prices });
      expect([status, body.type]).toEqual([400, "invalid_data"]);
    }
    expect(await countRows()).toBe(before);
    expect((await add("pl_unknown", [dollars(shirt, 5)])).status).toBe(404);
  });

  it("are refused when a variant, region or currency does not exist", async () => {
    const list = await aPriceList(shop, { prices: [dollars(shirt, 50)] });
    const gone = await aProduct(shop.db);
    await deleteSoftly(shop, "product_variant", gone.variantIds[0]!);
    const closed = await aEuroRegion(shop);
    await deleteSoftly(shop, "region", closed.id);
    const refusals: [Record<string, unknown>, string][] = [
      [dollars("variant_unknown", 1), "Variant with id: variant_unknown was not found"],
      [dollars(gone.variantIds[0]!, 1), `Variant with id: ${gone.variantIds[0]} was not found`],
      [{ variant_id: shirt, region_id: "reg_x", amount: 1 }, "Region with id: reg_x was not found"],
      [{ variant_id: shirt, region_id: closed.id, amount: 1 }, `Region with id: ${closed.id} was not found`],
      [dollars(shirt, 1, { currency_code: "xxx" }), "Currency with code: xxx was not found"],
    ];
    for (const [price, message] of refusals) {
      const { status, body } = await add(list.id, [dollars(shirt, 2), price], { override: true });
      expect(status).toBe(404);
      expect(body).toEqual({ type: "not_found", message });
    }
    expect(await readList(shop, list.id)).toEqual(list);
    expect(await eventsAbout(shop, list.id)).toHaveLength(1);
  });

  it.each([
    ["no prices", {}],
    ["prices that are no list", { prices: dollars("v", 1) }],
    ["an override in words", { prices: [], override: "yes" }],
    ["something nobody knows", { prices: [], all: true }],
  ])("are refused as %s", async (_, sent) => {
    const list = await aPriceList(shop, { prices: [dollars(shirt, 50)] });
    expect((await shop.admin.post(batch(list.id), sent)).status).toBe(400);
    expect(await readList(shop, list.id)).toEqual(list);
  });

  it("come by the thousands in few statements, but not without bounds", async () => {
    const list = await aPriceList(shop, { prices: [dollars(shirt, 50)] });
    const thousands = Array.from({ length: 5_000 }, (_, index) =>
      dollars(shirt, index, { min_quantity: index }),
    );
    const counted = await countingStatements(shop.db, () => add(list.id, thousands, { override: true }));
    expect(counted.result.status).toBe(200);
    expect(amountsOf(counted.result.body.price_list)).toEqual(thousands.map(({ amount }) => amount));
    // begin, lock, delete, currencies, variants, amounts, links, touch, announce, audit, commit, view
    expect(counted.statements).toHaveLength(12);

    const few = thousands.map(({ variant_id, currency_code }) => ({ variant_id, currency_code, amount: 1 }));
    const tooMany = await add(list.id, [...few, ...few, few[0]]);
    expect(tooMany.status).toBe(400);
    expect(tooMany.body.message).toContain("prices");
    expect((await readList(shop, list.id)).prices).toHaveLength(5_000);
  });

  it("of several requests at the same moment all arrive, and of several overrides one is left", async () => {
    const list = await aPriceList(shop);
    const added = await Promise.all([1, 2, 3, 4].map((amount) => add(list.id, [dollars(shirt, amount)])));
    expect(added.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(amountsOf(await readList(shop, list.id)).sort()).toEqual([1, 2, 3, 4]);

    const overrides = await Promise.all(
      [5, 6, 7].map((amount) =>
        add(list.id, [dollars(shirt, amount), dollars(trousers, amount)], { override: true }),
      ),
    );
    expect(overrides.map(({ status }) => status)).toEqual([200, 200, 200]);
    const left = amountsOf(await readList(shop, list.id));
    expect(left).toHaveLength(2);
    expect(left[0]).toBe(left[1]);
  });

  it("are added once for one Idempotency-Key", async () => {
    const list = await aPriceList(shop);
    const headers = { "idempotency-key": `prices of ${list.id}` };
    const answers = [
      await shop.admin.post(batch(list.id), { prices: [dollars(shirt, 1)] }, { headers }),
      await shop.admin.post(batch(list.id), { prices: [dollars(shirt, 1)] }, { headers }),
    ];
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect((await readList(shop, list.id)).prices).toHaveLength(1);
  });
});

describe("deleting prices of a list", () => {
  const deleted = (ids: string[]) => ({ ids, object: "money-amount", deleted: true });

  it("takes those that are named and in the list, with their links", async () => {
    const [list, other] = [
      await aPriceList(shop, { prices: [dollars(shirt, 1), dollars(trousers, 2), dollars(shirt, 3)] }),
      await aPriceList(shop, { prices: [dollars(shirt, 4)] }),
    ];
    const base = await aVariantPrice(shop.db, shirt, { amount: 999, currency_code: "usd" });
    const [first, , third] = list.prices.map(({ id }) => id) as [string, string, string];
    const named = [first, other.prices[0]!.id, base, "ma_unknown", third];
    const { status, body } = await shop.admin.delete(batch(list.id), { price_ids: named });
    expect(status).toBe(200);
    expect(body).toEqual(deleted(named));
    expect(amountsOf(await readList(shop, list.id))).toEqual([2]);
    expect(await priceRows(shop, [first, third])).toEqual({ amounts: 0, links: 0 });
    expect(await priceRows(shop, [base, other.prices[0]!.id])).toEqual({ amounts: 2, links: 2 });
    expect((await eventsAbout(shop, list.id)).map(({ name }) => name)).toEqual([
      "price-list.created",
      "price-list.updated",
    ]);
    expect((await shop.admin.delete(batch(list.id), { price_ids: [first] })).status).toBe(200);
    expect(await eventsAbout(shop, list.id)).toHaveLength(2);
  });

  it.each([
    ["no ids", {}],
    ["an empty list", { price_ids: [] }],
    ["ids that are numbers", { price_ids: [1] }],
    ["something else beside the list", { price_ids: ["ma_1"], all: true }],
  ])("is refused with %s", async (_, sent) => {
    const list = await aPriceList(shop, { prices: [dollars(shirt, 50)] });
    const answers = [
      await shop.admin.delete(batch(list.id), sent),
      await shop.admin.delete(
        `/admin/price-lists/${list.id}/products/prices/batch`,
        JSON.parse(JSON.stringify(sent).replace("price_ids", "product_ids")),
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(await readList(shop, list.id)).toEqual(list);
  });

  it("deletes all prices of a variant, and returns their ids", async () => {
    const list = await aPriceList(shop, {
      prices: [dollars(shirt, 1), dollars(trousers, 2), dollars(shirt, 3)],
    });
    const base = await aVariantPrice(shop.db, shirt, { amount: 999, currency_code: "usd" });
    const path = `/admin/price-lists/${list.id}/variants/${shirt}/prices`;
    const first = await shop.admin.delete(path);
    expect(first.status).toBe(200);
    expect(first.body).toEqual(deleted([list.prices[0]!.id, list.prices[2]!.id]));
    expect(amountsOf(await readList(shop, list.id))).toEqual([2]);
    expect(await priceRows(shop, [base])).toEqual({ amounts: 1, links: 1 });
    expect((await shop.admin.delete(path)).body).toEqual(deleted([]));
    const unknown = await shop.admin.delete(`/admin/price-lists/${list.id}/variants/variant_unknown/prices`);
    expect(unknown.body).toEqual(deleted([]));
  });

  it("takes all of a product, or of several", async () => {
    const [hat, scarf] = [await aProduct(shop.db), await aProduct(shop.db)];
    const [hatId, scarfId] = [hat.variantIds[0]!, scarf.variantIds[0]!];
    const prices = [dollars(shirt, 1), dollars(trousers, 2), dollars(hatId, 3), dollars(scarfId, 4)];
    const list = await aPriceList(shop, { prices });
    const [ofShirt, ofTrousers, ofHat, ofScarf] = list.prices.map(({ id }) => id);
    const one = await shop.admin.delete(`/admin/price-lists/${list.id}/products/${product.id}/prices`);
    expect(one.body).toEqual(deleted([ofShirt!, ofTrousers!]));
    expect(amountsOf(await readList(shop, list.id))).toEqual([3, 4]);
    const none = await shop.admin.delete(`/admin/price-lists/${list.id}/products/prod_unknown/prices`);
    expect(none.body).toEqual(deleted([]));
    const several = await shop.admin.delete(`/admin/price-lists/${list.id}/products/prices/batch`, {
      product_ids: [hat.id, "prod_unknown", scarf.id],
    });
    expect(several.status).toBe(200);
    expect(several.body).toEqual(deleted([ofHat!, ofScarf!]));
    expect((await readList(shop, list.id)).prices).toEqual([]);
    const all = [ofShirt!, ofTrousers!, ofHat!, ofScarf!];
    expect(await priceRows(shop, all)).toEqual({ amounts: 0, links: 0 });
  });

  it("at the same moment in several ways leaves no rows behind, and no request fails", async () => {
    const list = await aPriceList(shop, {
      prices: Array.from({ length: 20 }, (_, amount) => dollars(amount % 2 ? shirt : trousers, amount)),
    });
    const path = `/admin/price-lists/${list.id}`;
    const ids = list.prices.map(({ id }) => id);
    const answers = await Promise.all([
      shop.admin.delete(`${path}/variants/${shirt}/prices`),
      shop.admin.delete(`${path}/products/${product.id}/prices`),
      shop.admin.delete(`${path}/prices/batch`, { price_ids: [...ids].reverse() }),
      shop.admin.delete(path),
    ]);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect(await priceRows(shop, ids)).toEqual({ amounts: 0, links: 0 });
  });
});
