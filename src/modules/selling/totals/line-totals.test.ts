import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aLine, aRate, plainLines } from "../../../../test/support/factories/totals.ts";
import { lineSubtotal, lineTotals, refundableOf } from "./line-totals.ts";

describe("a line whose price excludes tax", () => {
  it("costs the price of its pieces plus tax", () => {
    expect(lineTotals(aLine({ quantity: 3 }))).toEqual({
      subtotal: 3000,
      discount_total: 0,
      raw_discount_total: 0,
      tax_total: 300,
      total: 3300,
      original_tax_total: 300,
      original_total: 3300,
    });
  });

  it("is taxed after the discount; the original amounts ignore the discount", () => {
    expect(lineTotals(aLine({ quantity: 2, adjustments: [{ amount: 500 }] }))).toEqual({
      subtotal: 2000,
      discount_total: 500,
      raw_discount_total: 500,
      tax_total: 150,
      total: 1650,
      original_tax_total: 200,
      original_total: 2200,
    });
  });

  it("rounds its discount in the answer only: the tax is calculated from the exact amount", () => {
    const exact = 199.88;
    expect(lineTotals(aLine({ unit_price: 666, adjustments: [{ amount: exact }] }))).toMatchObject({
      discount_total: 200,
      raw_discount_total: exact,
      tax_total: 47,
      total: 513,
    });
  });

  it("adds up several discounts", () => {
    const totals = lineTotals(aLine({ adjustments: [{ amount: 100 }, { amount: 50.5 }] }));
    expect([totals.raw_discount_total, totals.discount_total]).toEqual([150.5, 151]);
  });

  it("rounds each rate separately", () => {
    const half = lineTotals(aLine({ unit_price: 50, tax_lines: [aRate(5), aRate(5)] }));
    expect(half.tax_total).toBe(3 + 3);
  });

  it("rounds half a cent up if the rate has an exact binary form, as in v1", () => {
    expect(lineTotals(aLine({ unit_price: 50, tax_lines: [aRate(29)] })).tax_total).toBe(14);
    expect(lineTotals(aLine({ unit_price: 1000, tax_lines: [aRate(8.25)] })).tax_total).toBe(83);
  });

  it("is not taxed without rates", () => {
    expect(lineTotals(aLine({ tax_lines: [] }))).toMatchObject({ tax_total: 0, total: 1000 });
  });

  it("may be free", () => {
    expect(lineTotals(aLine({ unit_price: 0 }))).toMatchObject({ subtotal: 0, tax_total: 0, total: 0 });
  });

  it("has negative totals if it is returned in a swap", () => {
    expect(lineTotals(aLine({ unit_price: -333 }))).toMatchObject({
      subtotal: -333,
      tax_total: -33,
      total: -366,
    });
  });
});

describe("a line whose price includes tax", () => {
  it("is split into net price and tax", () => {
    const line = aLine({ unit_price: 1100, quantity: 2, includes_tax: true });
    expect(lineTotals(line)).toMatchObject({ subtotal: 2000, tax_total: 200, total: 2200 });
  });

  it("calculates the tax of one piece with all rates together", () => {
    const line = aLine({ unit_price: 1250, includes_tax: true, tax_lines: [aRate(20), aRate(5)] });
    expect(lineTotals(line)).toMatchObject({ subtotal: 1000, tax_total: 250, total: 1250 });
  });

  it("gets its discount on the price without tax", () => {
    const line = aLine({ unit_price: 1100, includes_tax: true, adjustments: [{ amount: 100 }] });
    expect(lineTotals(line)).toMatchObject({
      subtotal: 1000,
      discount_total: 100,
      tax_total: 90,
      total: 990,
      original_total: 1100,
    });
  });

  it("costs exactly price times quantity without a discount", () => {
    fc.assert(
      fc.property(plainLines, (line) => {
        const totals = lineTotals({ ...line, includes_tax: true });
        expect(totals.total).toBe(line.unit_price * line.quantity);
        expect(totals.original_total).toBe(totals.total);
      }),
    );
  });

  it("is all tax if the rounded rates exceed a price of a few cents", () => {
    const line = aLine({
      unit_price: 2,
      quantity: 10,
      includes_tax: true,
      tax_lines: [aRate(100), aRate(5.5), aRate(100)],
    });
    expect(lineTotals(line)).toMatchObject({
      subtotal: 0,
      tax_total: 20,
      total: 20,
      original_tax_total: 20,
      original_total: 20,
    });
  });

  it("costs exactly 0 with a full discount", () => {
    // One piece is 84 without tax, so a hundred are 8400; the line without its rounded tax is 8420.
    const line = aLine({ unit_price: 101, quantity: 100, includes_tax: true, tax_lines: [aRate(20)] });
    expect(lineSubtotal(line)).toBe(8420);
    const free = { ...line, adjustments: [{ amount: 8420 }] };
    expect(lineTotals(free)).toMatchObject({ discount_total: 8420, tax_total: 0, total: 0 });
  });

  it("costs exactly 0 with a full discount, even if rounding makes the pieces dearer than the line", () => {
    const line = aLine({ unit_price: 103, quantity: 100, includes_tax: true, tax_lines: [aRate(20)] });
    expect(lineSubtotal(line)).toBe(8580);
    const free = { ...line, adjustments: [{ amount: 8580 }] };
    expect(lineTotals(free)).toMatchObject({ discount_total: 8580, tax_total: 0, total: 0 });
  });
});

/** A line and a discount that takes some part of it, or all. */
const discounted = fc
  .tuple(plainLines, fc.constantFrom(0, 0.001, 1 / 3, 0.5, 0.999, 1))
  .map(([line, part]) => ({ ...line, adjustments: [{ amount: lineSubtotal(line) * part }] }));

describe("every line", () => {
  it("adds up", () => {
    fc.assert(
      fc.property(discounted, (line) => {
        const totals = lineTotals(line);
        expect(totals.total).toBe(totals.subtotal - totals.discount_total + totals.tax_total);
        expect(totals.original_total).toBe(totals.subtotal + totals.original_tax_total);
        for (const [name, amount] of Object.entries(totals)) {
          if (name !== "raw_discount_total") expect(Number.isSafeInteger(amount), name).toBe(true);
        }
      }),
    );
  });

  it("is never negative, and a discount never increases it", () => {
    fc.assert(
      fc.property(discounted, (line) => {
        const totals = lineTotals(line);
        for (const amount of Object.values(totals)) expect(amount).toBeGreaterThanOrEqual(0);
        expect(totals.tax_total).toBeLessThanOrEqual(totals.original_tax_total);
        expect(totals.total).toBeLessThanOrEqual(totals.original_total);
      }),
    );
  });
});

describe("the refundable amount of a line", () => {
  const sold = (details = {}) => ({ ...aLine({ quantity: 4 }), returned_quantity: null, ...details });

  it("is its value with tax for the pieces that were not returned", () => {
    expect(refundableOf(sold())).toBe(4400);
    expect(refundableOf(sold({ returned_quantity: 3 }))).toBe(1100);
    expect(refundableOf(sold({ returned_quantity: 4 }))).toBe(0);
  });

  it("divides the discount equally among the pieces", () => {
    const line = { adjustments: [{ amount: 1000 }] };
    expect(refundableOf(sold(line))).toBe(3300);
    expect(refundableOf(sold({ ...line, returned_quantity: 2 }))).toBe(1650);
  });

  it("is 0 for a line without pieces", () => {
    expect(refundableOf(sold({ quantity: 0 }))).toBe(0);
  });

  it("is exactly 0 for a free line", () => {
    // The piece is 7 without tax (1.5 rounded up), but the line without its tax (1.4 rounded down) is 8.
    const line = aLine({ unit_price: 9, includes_tax: true, tax_lines: [aRate(20)] });
    expect(lineSubtotal(line)).toBe(8);
    expect(refundableOf({ ...line, adjustments: [{ amount: 8 }], returned_quantity: 0 })).toBe(0);
  });

  it("is never negative", () => {
    fc.assert(
      fc.property(discounted, fc.nat(1000), (line, returned) => {
        const returned_quantity = Math.min(returned, line.quantity);
        expect(refundableOf({ ...line, returned_quantity })).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("a returned line", () => {
  it("has the negative totals of its sale", () => {
    const sold = aLine({ unit_price: 335, quantity: 3, adjustments: [{ amount: 5.5 }] });
    const back = { ...sold, unit_price: -335, adjustments: [{ amount: -5.5 }] };
    const totals = lineTotals(sold);
    expect(lineTotals(back)).toEqual(
      Object.fromEntries(Object.entries(totals).map(([name, amount]) => [name, -amount])),
    );
  });

  it("rounds half a cent as its sale did", () => {
    const line = { unit_price: 335, quantity: 1, adjustments: [] };
    expect(lineTotals(aLine(line)).tax_total).toBe(34);
    expect(lineTotals(aLine({ ...line, unit_price: -335 })).tax_total).toBe(-34);
  });
});
