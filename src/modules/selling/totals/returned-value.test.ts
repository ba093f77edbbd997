import { describe, expect, it } from "vitest";
import { lineTotals, type PricedLine, valueOfPieces } from "./line-totals.ts";

const aLine = (line: Partial<PricedLine> = {}): PricedLine => ({
  unit_price: 1000,
  quantity: 3,
  includes_tax: false,
  tax_lines: [{ rate: 10, name: "default", code: "default" }],
  adjustments: [],
  ...line,
});

describe("the value of returned pieces", () => {
  it("is their price with tax", () => {
    expect(valueOfPieces(aLine(), { before: [], quantity: 1 })).toBe(1100);
    expect(valueOfPieces(aLine(), { before: [1], quantity: 2 })).toBe(2200);
  });

  it("is the price after the discount", () => {
    const line = aLine({ adjustments: [{ amount: 300 }] });
    expect(valueOfPieces(line, { before: [], quantity: 1 })).toBe(990);
  });

  it("is 0 if they were free", () => {
    const line = aLine({ adjustments: [{ amount: 3000 }] });
    expect(valueOfPieces(line, { before: [], quantity: 3 })).toBe(0);
  });

  it("includes the tax if the price does", () => {
    const line = aLine({ includes_tax: true });
    expect(valueOfPieces(line, { before: [], quantity: 1 })).toBe(1000);
  });

  it.each([
    ["rounded taxes", aLine({ unit_price: 333, quantity: 7 })],
    ["rounded discounts", aLine({ unit_price: 333, quantity: 3, adjustments: [{ amount: 100 }] })],
    ["taxes in the price", aLine({ unit_price: 335, quantity: 9, includes_tax: true })],
    ["fractions of a discount", aLine({ quantity: 4, adjustments: [{ amount: 33.333 }, { amount: 0.5 }] })],
    [
      "several rates",
      aLine({
        unit_price: 99,
        quantity: 5,
        tax_lines: [
          { rate: 7.7, name: "a", code: "a" },
          { rate: 0.5, name: "b", code: "b" },
        ],
      }),
    ],
  ])("adds up to the price of the line if they are returned one by one: %s", (_, line) => {
    const oneByOne = Array.from({ length: line.quantity }, (_each, before) =>
      valueOfPieces(line, { before: Array(before).fill(1), quantity: 1 }),
    );
    expect(oneByOne.reduce((sum, value) => sum + value, 0)).toBe(lineTotals(line).total);
    expect(oneByOne.every((value) => value >= 0)).toBe(true);
  });

  it("is the same each time, except for the last return", () => {
    const line = aLine({ unit_price: 333, quantity: 4, tax_lines: [{ rate: 20, name: "vat", code: "vat" }] });
    const each = [[], [1], [1, 1], [1, 1, 1]].map((before) => valueOfPieces(line, { before, quantity: 1 }));
    expect(each).toEqual([400, 400, 400, 398]);
    expect(valueOfPieces(line, { before: [2], quantity: 2 })).toBe(799);
  });
});
