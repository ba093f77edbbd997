import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Price, type PriceContext, selectPrice } from "./price-selection.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");

const aPrice = (given: Partial<Price> = {}): Price => ({
  amount: 1000,
  currency_code: "eur",
  region_id: null,
  min_quantity: null,
  max_quantity: null,
  price_list_id: null,
  price_list: null,
  $groups: null,
  $region_includes_tax: false,
  ...given,
});

const aListPrice = (
  given: Partial<Price> = {},
  terms: Partial<NonNullable<Price["price_list"]>> = {},
): Price =>
  aPrice({
    price_list_id: "pl_1",
    price_list: {
      type: "sale",
      status: "active",
      starts_at: null,
      ends_at: null,
      includes_tax: false,
      ...terms,
    },
    ...given,
  });

const aContext = (given: Partial<PriceContext> = {}): PriceContext => ({
  regionId: "reg_eu",
  currencyCode: "eur",
  customerGroupIds: [],
  currencyIncludesTax: false,
  taxShare: 0.25,
  now: NOW,
  ...given,
});

describe("the price of a variant", () => {
  it("is originally the one of the region, but the lower one of region and currency is paid", () => {
    const prices = [aPrice({ amount: 7000 }), aPrice({ amount: 8200, region_id: "reg_eu" })];
    expect(selectPrice(prices, aContext())).toMatchObject({ originalPrice: 8200, calculatedPrice: 7000 });
  });

  it("is null without a price for the market", () => {
    expect(selectPrice([aPrice({ currency_code: "usd" })], aContext())).toEqual({
      originalPrice: null,
      calculatedPrice: null,
      calculatedPriceType: null,
      originalPriceIncludesTax: null,
      calculatedPriceIncludesTax: null,
    });
  });

  it("is a sale price while the list is active", () => {
    const at = (terms: object) =>
      selectPrice([aPrice(), aListPrice({ amount: 800 }, terms)], aContext()).calculatedPrice;
    expect(at({})).toBe(800);
    expect(at({ status: "draft" })).toBe(1000);
    expect(at({ starts_at: "2026-06-15T12:00:00.001Z" })).toBe(1000);
    expect(at({ starts_at: "2026-06-15T12:00:00.000Z" })).toBe(800);
    expect(at({ ends_at: "2026-06-15T11:59:59.999Z" })).toBe(1000);
  });

  it("of a list for groups applies to their members only", () => {
    const prices = [aPrice(), aListPrice({ amount: 800, $groups: ["vip"] })];
    expect(selectPrice(prices, aContext()).calculatedPrice).toBe(1000);
    expect(selectPrice(prices, aContext({ customerGroupIds: ["vip"] })).calculatedPrice).toBe(800);
    expect(selectPrice(prices, aContext({ customerGroupIds: ["other"] })).calculatedPrice).toBe(1000);
  });

  it("depends on the quantity", () => {
    const prices = [
      aPrice(),
      aListPrice({ amount: 800, max_quantity: 4 }),
      aListPrice({ amount: 700, min_quantity: 5, max_quantity: 9 }),
      aListPrice({ amount: 600, min_quantity: 10 }),
    ];
    const at = (quantity?: number) => selectPrice(prices, aContext({ quantity })).calculatedPrice;
    expect([at(), at(1), at(4), at(5), at(9), at(10), at(1000)]).toEqual([800, 800, 800, 700, 700, 600, 600]);
  });

  it("is compared with tax if only one of two prices includes it", () => {
    const prices = [aPrice({ amount: 1000 }), aListPrice({ amount: 1200 }, { includes_tax: true })];
    expect(selectPrice(prices, aContext())).toMatchObject({
      calculatedPrice: 1200,
      calculatedPriceIncludesTax: true,
    });
    expect(selectPrice(prices, aContext({ taxShare: 0.1 })).calculatedPrice).toBe(1000);
    expect(selectPrice(prices, aContext({ taxShare: null })).calculatedPrice).toBe(1000);
  });

  it("of a list with the same amount is not a sale", () => {
    expect(selectPrice([aListPrice(), aPrice()], aContext()).calculatedPriceType).toBe("default");
  });

  it("of a deleted list does not count", () => {
    expect(
      selectPrice([aPrice({ amount: 1, price_list_id: "pl_gone" }), aPrice()], aContext()).calculatedPrice,
    ).toBe(1000);
  });
});

const anyPrice: fc.Arbitrary<Price> = fc
  .record({
    amount: fc.integer({ min: 0, max: 50 }),
    currency_code: fc.constantFrom("eur", "usd"),
    region_id: fc.constantFrom(null, "reg_eu", "reg_us"),
    min_quantity: fc.constantFrom(null, 1, 3),
    max_quantity: fc.constantFrom(null, 2, 5),
    list: fc.option(
      fc.record({
        status: fc.constantFrom("active", "draft"),
        type: fc.constantFrom("sale", "override"),
        starts_at: fc.constantFrom(null, "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ends_at: fc.constantFrom(null, "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        includes_tax: fc.boolean(),
      }),
    ),
    $groups: fc.constantFrom(null, ["a"], ["b", "c"]),
    ofGrossRegion: fc.boolean(),
  })
  .map(({ list, $groups, ofGrossRegion, ...price }) => ({
    ...price,
    price_list_id: list ? "pl" : null,
    price_list: list,
    $groups: list ? $groups : null,
    $region_includes_tax: price.region_id !== null && ofGrossRegion,
  }));

const anyContext: fc.Arbitrary<PriceContext> = fc.record({
  regionId: fc.constantFrom(null, "reg_eu"),
  currencyCode: fc.constantFrom("eur", "usd"),
  customerGroupIds: fc.constantFrom([], ["a"], ["c"]),
  quantity: fc.constantFrom(undefined, 1, 2, 3, 6),
  currencyIncludesTax: fc.boolean(),
  taxShare: fc.constantFrom(0, 0.25),
  now: fc.constant(NOW),
});

/** The rules once more, as a list of sentences: slow, and easy to believe. */
function slowly(prices: Price[], context: PriceContext) {
  const gross = (price: Price) => {
    const isGross =
      price.price_list?.includes_tax ||
      price.$region_includes_tax ||
      (context.currencyIncludesTax && price.currency_code === context.currencyCode);
    return isGross ? price.amount : price.amount * (1 + context.taxShare!);
  };
  const open = prices.filter((price) => {
    if (price.region_id !== context.regionId || context.regionId === null) {
      if (price.currency_code !== context.currencyCode) return false;
    }
    const list = price.price_list;
    if (!list) return true;
    if (list.status !== "active") return false;
    if (list.starts_at && new Date(list.starts_at) > new Date(context.now)) return false;
    if (list.ends_at && new Date(list.ends_at) < new Date(context.now)) return false;
    return !price.$groups || price.$groups.some((group) => context.customerGroupIds.includes(group));
  });
  const bought = open.filter((price) => {
    if (context.quantity === undefined) return price.min_quantity === null;
    if (price.min_quantity !== null && context.quantity < price.min_quantity) return false;
    return price.max_quantity === null || context.quantity <= price.max_quantity;
  });
  return { lowest: bought.length ? Math.min(...bought.map(gross)) : null, gross, bought };
}

describe("the selection, compared with a simple model", () => {
  it("pays the lowest price that applies", () => {
    fc.assert(
      fc.property(fc.array(anyPrice, { maxLength: 8 }), anyContext, (prices, context) => {
        const { lowest, gross, bought } = slowly(prices, context);
        const { calculatedPrice, calculatedPriceIncludesTax } = selectPrice(prices, context);
        if (lowest === null) return calculatedPrice === null;
        return bought.some(
          (price) =>
            price.amount === calculatedPrice &&
            gross(price) === lowest &&
            calculatedPriceIncludesTax ===
              (gross(price) === price.amount || context.taxShare === 0 ? calculatedPriceIncludesTax : false),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it("does not depend on the order of the prices", () => {
    fc.assert(
      fc.property(fc.array(anyPrice, { maxLength: 8 }), anyContext, (prices, context) => {
        const one = selectPrice(prices, context);
        const other = selectPrice([...prices].reverse(), context);
        expect(other.calculatedPrice).toBe(one.calculatedPrice);
        expect(other.originalPrice).toBe(one.originalPrice);
      }),
      { numRuns: 3000 },
    );
  });

  it("never pays more than the original price", () => {
    fc.assert(
      fc.property(fc.array(anyPrice, { maxLength: 8 }), anyContext, (prices, context) => {
        const { originalPrice, calculatedPrice, originalPriceIncludesTax, calculatedPriceIncludesTax } =
          selectPrice(prices, context);
        if (originalPrice === null || calculatedPrice === null) return true;
        const gross = (amount: number, isGross: boolean | null) =>
          isGross ? amount : amount * (1 + context.taxShare!);
        return (
          gross(calculatedPrice, calculatedPriceIncludesTax) <=
          gross(originalPrice, originalPriceIncludesTax) + 1e-9
        );
      }),
      { numRuns: 3000 },
    );
  });
});
