import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aLine, aRate, plainLines } from "../../../../test/support/totals.ts";
import { lineSubtotal, lineTotals, refundableOf } from "./line-totals.ts";

describe("a line whose price comes without tax", () => {
  it("costs its pieces and the tax on top", () => {
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

  it("is taxed for what is left after the discount; the original amounts know no discount", () => {
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

  it("rounds its part of a discount only for show: the tax is that of the exact amount", () => {
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

  it("rounds every rate by itself", () => {
    const half = lineTotals(aLine({ unit_price: 50, tax_lines: [aRate(5), aRate(5)] }));
    expect(half.tax_total).toBe(3 + 3);
  });

  it("rounds half a cent up, where the rate has an exact binary form, as v1", () => {
    expect(lineTotals(aLine({ unit_price: 50, tax_lines: [aRate(29)] })).tax_total).toBe(14);
    expect(lineTotals(aLine({ unit_price: 1000, tax_lines: [aRate(8.25)] })).tax_total).toBe(83);
  });

  it("is not taxed without rates", () => {
    expect(lineTotals(aLine({ tax_lines: [] }))).toMatchObject({ tax_total: 0, total: 1000 });
  });

  it("may cost nothing", () => {
    expect(lineTotals(aLine({ unit_price: 0 }))).toMatchObject({ subtotal: 0, tax_total: 0, total: 0 });
  });

  it("is worth less than nothing where goods are given back in a swap", () => {
    expect(lineTotals(aLine({ unit_price: -333 }))).toMatchObject({
      subtotal: -333,
      tax_total: -33,
      total: -366,
    });
  });
});

describe("a line whose price contains the tax", () => {
  it("is split into net price and tax", () => {
    const line = aLine({ unit_price: 1100, quantity: 2, includes_tax: true });
    expect(lineTotals(line)).toMatchObject({ subtotal: 2000, tax_total: 200, total: 2200 });
  });

  it("takes the tax out of one piece, with all rates together", () => {
    const line = aLine({ unit_price: 1250, includes_tax: true, tax_lines: [aRate(20), aRate(5)] });
    expect(lineTotals(line)).toMatchObject({ subtotal: 1000, tax_total: 250, total: 1250 });
  });

  it("is discounted without tax", () => {
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

  it("is all tax, and no more, where the rates round up to more than a few cents hold", () => {
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

  it("costs nothing, and not less, when the discount takes all of it", () => {
    // One piece is 84 without tax, so a hundred are 8400; the line without its rounded tax is 8420.
    const line = aLine({ unit_price: 101, quantity: 100, includes_tax: true, tax_lines: [aRate(20)] });
    expect(lineSubtotal(line)).toBe(8420);
    const free = { ...line, adjustments: [{ amount: 8420 }] };
    expect(lineTotals(free)).toMatchObject({ discount_total: 8420, tax_total: 0, total: 0 });
  });

  it("costs nothing also where its pieces without tax are more than the line without tax", () => {
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

  it("is never negative, and a discount never makes it dearer", () => {
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

describe("what can be given back for a line", () => {
  const sold = (details = {}) => ({ ...aLine({ quantity: 4 }), returned_quantity: null, ...details });

  it("is its value with tax for the pieces that were not returned", () => {
    expect(refundableOf(sold())).toBe(4400);
    expect(refundableOf(sold({ returned_quantity: 3 }))).toBe(1100);
    expect(refundableOf(sold({ returned_quantity: 4 }))).toBe(0);
  });

  it("gives every piece the same part of the discount", () => {
    const line = { adjustments: [{ amount: 1000 }] };
    expect(refundableOf(sold(line))).toBe(3300);
    expect(refundableOf(sold({ ...line, returned_quantity: 2 }))).toBe(1650);
  });

  it("is nothing for a line without pieces", () => {
    expect(refundableOf(sold({ quantity: 0 }))).toBe(0);
  });

  it("is nothing, and not less, for what was given away", () => {
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

describe("a line that comes back", () => {
  it("is worth what it was sold for, below zero", () => {
    const sold = aLine({ unit_price: 335, quantity: 3, adjustments: [{ amount: 5.5 }] });
    const back = { ...sold, unit_price: -335, adjustments: [{ amount: -5.5 }] };
    const totals = lineTotals(sold);
    expect(lineTotals(back)).toEqual(
      Object.fromEntries(Object.entries(totals).map(([name, amount]) => [name, -amount])),
    );
  });

  it("rounds half a cent as it was rounded when it was sold", () => {
    const line = { unit_price: 335, quantity: 1, adjustments: [] };
    expect(lineTotals(aLine(line)).tax_total).toBe(34);
    expect(lineTotals(aLine({ ...line, unit_price: -335 })).tax_total).toBe(-34);
  });
});
