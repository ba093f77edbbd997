import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shippingPrice, withPrice } from "./shipping-price.ts";

const rate = (percent: number | null, name = "vat") => ({ rate: percent, name, code: name });
const price = (amount: number | null, rates: (number | null)[], includes_tax = false) => {
  const { price_incl_tax, tax_amount } = shippingPrice({
    amount,
    includes_tax,
    rates: rates.map((each) => rate(each)),
  });
  return { price_incl_tax, tax_amount };
};

describe("the price of a shipping option", () => {
  it("is the amount and its tax", () => {
    expect(price(4900, [10])).toEqual({ price_incl_tax: 5390, tax_amount: 490 });
    expect(price(999, [20])).toEqual({ price_incl_tax: 1199, tax_amount: 200 });
  });

  it("includes the tax if the option does", () => {
    expect(price(1100, [10], true)).toEqual({ price_incl_tax: 1100, tax_amount: 100 });
    expect(price(1000, [19], true)).toEqual({ price_incl_tax: 1000, tax_amount: 160 });
  });

  it("rounds the sum of several rates once, with halves up as in v1", () => {
    expect(price(10, [4, 1])).toEqual({ price_incl_tax: 11, tax_amount: 1 });
    expect(price(30, [5, 10])).toEqual({ price_incl_tax: 35, tax_amount: 5 });
    expect(price(50, [29])).toEqual({ price_incl_tax: 64, tax_amount: 14 });
    expect(price(1000, [8.875])).toEqual({ price_incl_tax: 1089, tax_amount: 89 });
  });

  it("has no tax without rates, with a rate of 0, and for an amount of 0", () => {
    expect(price(500, [])).toEqual({ price_incl_tax: 500, tax_amount: 0 });
    expect(price(500, [], true)).toEqual({ price_incl_tax: 500, tax_amount: 0 });
    expect(price(500, [null, 0])).toEqual({ price_incl_tax: 500, tax_amount: 0 });
    expect(price(0, [10])).toEqual({ price_incl_tax: 0, tax_amount: 0 });
  });

  it("is 0 if the carrier calculates it", () => {
    expect(price(null, [10])).toEqual({ price_incl_tax: 0, tax_amount: 0 });
  });

  it("is a whole number, and never less than the amount, for any amount and rates", () => {
    fc.assert(
      fc.property(
        fc.nat(2_147_483_647),
        fc.array(fc.float({ min: 0, max: 100, noNaN: true }), { maxLength: 4 }),
        fc.boolean(),
        (amount, rates, includesTax) => {
          const { price_incl_tax, tax_amount } = price(amount, rates, includesTax);
          expect(Number.isSafeInteger(tax_amount)).toBe(true);
          expect(tax_amount).toBeGreaterThanOrEqual(0);
          expect(price_incl_tax - (includesTax ? 0 : tax_amount)).toBe(amount);
        },
      ),
    );
  });
});

describe("an option without its price", () => {
  const basis = { amount: 500, includes_tax: false, rates: [rate(10)] };

  it("gets only the requested fields of the price", () => {
    expect(withPrice({ id: "so_1", price_incl_tax: basis, tax_rates: basis, tax_amount: basis })).toEqual({
      id: "so_1",
      price_incl_tax: 550,
      tax_rates: [rate(10)],
      tax_amount: 50,
    });
    expect(withPrice({ id: "so_1", tax_amount: basis })).toEqual({ id: "so_1", tax_amount: 50 });
    expect(withPrice({ id: "so_1", name: "Post" })).toEqual({ id: "so_1", name: "Post" });
  });
});
