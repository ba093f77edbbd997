import { describe, expect, it } from "vitest";
import { checkPriceMarket, replacedPrices, type SentPrice, type VariantPrice } from "./variant-price.ts";

const aPrice = (details: Partial<VariantPrice> = {}): VariantPrice => ({
  id: "ma_1",
  variant_id: "variant_1",
  currency_code: "usd",
  region_id: null,
  amount: 1000,
  min_quantity: null,
  max_quantity: null,
  ...details,
});

const replace = (current: VariantPrice[], ...sent: SentPrice[]) => {
  let made = 0;
  return replacedPrices(current, sent, {
    variantId: "variant_1",
    regions: { reg_eu: "eur" },
    newId: () => `new_${++made}`,
  });
};

describe("the prices of a variant", () => {
  it("with the same market and quantity are updated, others are inserted, the rest is removed", () => {
    const current = [
      aPrice(),
      aPrice({ id: "ma_2", currency_code: "dkk" }),
      aPrice({ id: "ma_3", min_quantity: 10 }),
    ];
    const { saved, removed } = replace(
      current,
      { currency_code: "USD", amount: 900 },
      { region_id: "reg_eu", amount: 800 },
    );
    expect(saved).toEqual([
      aPrice({ amount: 900 }),
      aPrice({ id: "new_1", region_id: "reg_eu", currency_code: "eur", amount: 800 }),
    ]);
    expect(removed).toEqual(["ma_2", "ma_3"]);
  });

  it("by currency stay if only prices for regions are sent", () => {
    const current = [
      aPrice(),
      aPrice({ id: "ma_2", region_id: "reg_eu", currency_code: "eur" }),
      aPrice({ id: "ma_3", region_id: "reg_uk", currency_code: "gbp" }),
    ];
    const sent = { region_id: "reg_eu", amount: 800 };
    const { saved, removed } = replace(current, sent);
    expect(saved.map(({ id }) => id)).toEqual(["ma_2"]);
    expect(removed).toEqual(["ma_3"]);
    expect(replace(current, sent, { currency_code: "eur", amount: 1 }).removed).toEqual(["ma_1", "ma_3"]);
    expect(replace(current).removed).toEqual(["ma_1", "ma_2", "ma_3"]);
  });

  it("for other quantities stay if only prices in their currency are sent", () => {
    const current = [
      aPrice(),
      aPrice({ id: "ma_2", min_quantity: 10, amount: 800 }),
      aPrice({ id: "ma_3", currency_code: "dkk" }),
      aPrice({ id: "ma_4", region_id: "reg_eu" }),
    ];
    const { saved, removed } = replace(current, { currency_code: "usd", amount: 900 });
    expect(saved).toEqual([aPrice({ amount: 900 })]);
    expect(removed).toEqual(["ma_3", "ma_4"]);
    const other = replace(
      current,
      { currency_code: "usd", amount: 900 },
      { currency_code: "usd", amount: 7, min_quantity: 5 },
    );
    expect(other.saved).toEqual([
      aPrice({ amount: 900 }),
      aPrice({ id: "ma_2", amount: 7, min_quantity: 5 }),
    ]);
    expect(other.removed).toEqual(["ma_3", "ma_4"]);
  });

  it("that are sent by their id keep the fields that are not sent", () => {
    const current = [aPrice({ min_quantity: 5 }), aPrice({ id: "ma_2", min_quantity: 5 })];
    const { saved, removed } = replace(
      current,
      { id: "ma_2", amount: 1 },
      { id: "ma_1", currency_code: "eur", amount: 2, min_quantity: null },
    );
    expect(saved).toEqual([
      aPrice({ id: "ma_2", amount: 1, min_quantity: 5 }),
      aPrice({ currency_code: "eur", amount: 2 }),
    ]);
    expect(removed).toEqual([]);
  });

  it("that are sent by their id are not replaced by other sent prices", () => {
    const { saved } = replace(
      [aPrice()],
      { currency_code: "usd", amount: 1, min_quantity: 2 },
      { id: "ma_1", amount: 2 },
    );
    expect(saved.map(({ id }) => id)).toEqual(["new_1", "ma_1"]);
  });

  it("are refused if they belong to another variant, to an unknown region or to no quantity", () => {
    expect(() => replace([], { id: "ma_1", amount: 1 })).toThrow("Price with id: ma_1 was not found");
    expect(() => replace([], { region_id: "reg_us", amount: 1 })).toThrow(
      "Region with id: reg_us was not found",
    );
    const wrong = { currency_code: "usd", amount: 1, min_quantity: 3, max_quantity: 2 };
    expect(() => replace([], wrong)).toThrow("min_quantity");
  });

  it("have either a region or a currency", () => {
    expect(() => checkPriceMarket({ amount: 1 })).toThrow("XOR");
    expect(() => checkPriceMarket({ amount: 1, region_id: "reg_eu", currency_code: "eur" })).toThrow("XOR");
    expect(() => checkPriceMarket({ amount: 1, region_id: "reg_eu" })).not.toThrow();
    expect(() => checkPriceMarket({ id: "ma_1", amount: 1 })).not.toThrow();
  });
});
