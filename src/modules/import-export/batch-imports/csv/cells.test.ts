import { describe, expect, it } from "vitest";
import { amountOf } from "./amount-cell.ts";
import { booleanOf, integerOf } from "./cells.ts";
import { delimiterOf, endOfFirstLine } from "./columns.ts";

describe("an amount in a cell", () => {
  it.each([
    ["10.5", "usd", 1050],
    ["10.50", "usd", 1050],
    ["10.5000", "usd", 1050],
    ["10,50", "usd", 1050],
    ["1.234,50", "eur", 123_450],
    ["1,234.50", "eur", 123_450],
    ["1 234,50", "eur", 123_450],
    ["1.234.567", "jpy", 1_234_567],
    ["0.290", "usd", 29],
    [" 10 ", "usd", 1000],
    ["0.29", "usd", 29],
    ["1.005", "kwd", 1005],
    ["1200", "jpy", 1200],
    ["1200.0", "jpy", 1200],
    ["21474836.47", "usd", 2_147_483_647],
    ["0", "usd", 0],
    ["", "usd", null],
  ])("%s %s is %s", (text, code, amount) => {
    expect(amountOf(text, "Price", code)).toBe(amount);
  });

  it.each([
    ["10.500", "usd"],
    ["1,000", "eur"],
    ["1.200", "jpy"],
    ["1,005", "kwd"],
    ["1.23.4", "usd"],
    ["1,2345.00", "usd"],
    ["199 19", "usd"],
    [".5", "usd"],
    ["10.5554", "usd"],
    ["1.005", "usd"],
    ["10.5", "jpy"],
    ["1e3", "usd"],
    ["-1", "usd"],
    ["$1", "usd"],
    ["21474836.475", "usd"],
    ["99999999999", "usd"],
  ])("%s %s is refused", (text, code) => {
    expect(() => amountOf(text, "Price USD", code)).toThrow(/^Price USD (must|can mean two amounts)/);
  });

  it("that can mean two amounts is refused with an example", () => {
    expect(() => amountOf("1.000", "Price EUR", "eur")).toThrow(
      'Price EUR can mean two amounts: write it like 1000.00, not "1.000"',
    );
    expect(() => amountOf("1,200", "Price JPY", "jpy")).toThrow("write it like 1200,");
  });
});

describe("other cells", () => {
  it("may be numbers", () => {
    expect([integerOf()("7", "A"), integerOf()("7.0", "A"), integerOf()("", "A")]).toEqual([7, 7, null]);
    for (const text of ["-1", "1.5", "1.000", "x", "2147483648"])
      expect(() => integerOf()(text, "A")).toThrow("A must be");
  });

  it("may be yes or no", () => {
    expect(["TRUE", "0", " yes", ""].map((text) => booleanOf(text, "A"))).toEqual([true, false, true, null]);
    expect(() => booleanOf("maybe", "A")).toThrow("A must be true or false");
  });
});

describe("the first line", () => {
  it("determines the delimiter", () => {
    expect(["a;b", "a,b", 'a,"b;c;d"', "a", '"x, y";b'].map(delimiterOf)).toEqual([";", ",", ",", ",", ";"]);
  });

  it("ends where no quote is open", () => {
    expect(["a\nb", '"a\nb"\nc', "a\r\nb", "a", '"a\n'].map(endOfFirstLine)).toEqual([1, 5, 1, -1, -1]);
  });
});
