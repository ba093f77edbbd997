import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unescapedCell } from "../../../../kernel/spreadsheet-cell.ts";
import { csvOf, decimalOf } from "./csv.ts";

describe("a file", () => {
  it("has semicolons, CRLF, and quotes where they are needed", () => {
    const text = csvOf([
      ["Title", "Price"],
      ["Tea; green", 1.5],
      ['The "best"', null],
      ["two\nlines", undefined],
      [" space ", true],
    ]);
    expect(text).toBe(
      'Title;Price\r\n"Tea; green";1.5\r\n"The ""best""";\r\n"two\nlines";\r\n" space ";true\r\n',
    );
  });

  it("returns every text unchanged when it is parsed", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 }), (rows) => {
        const read = parse(csvOf([["a", "b"], ...rows]), { delimiter: ";", relax_column_count: true });
        expect(read.map((row) => row.map(unescapedCell))).toEqual([["a", "b"], ...rows]);
      }),
    );
  });

  it("escapes texts that a spreadsheet would run, unless the request disables it; numbers stay numbers", () => {
    const formulas = ["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "'=1"];
    const escaped = parse(csvOf([[...formulas, -5, -0.5]]), { delimiter: ";" });
    expect(escaped).toEqual([[...formulas.map((text) => `'${text}`), "-5", "-0.5"]]);
    expect(parse(csvOf([formulas], false), { delimiter: ";" })).toEqual([formulas]);
  });
});

describe("an amount in a file", () => {
  it.each([
    [1099, "usd", 10.99],
    [950, "EUR", 9.5],
    [1200, "usd", 12],
    [1200, "jpy", 1200],
    [1250, "kwd", 1.25],
    [0, "usd", 0],
    [-5, "usd", -0.05],
    [1, "kwd", 0.001],
    [2_147_483_647, "usd", 21474836.47],
  ])("%i %s is %s", (amount, code, text) => {
    expect(decimalOf(amount, code)).toBe(text);
  });
});
