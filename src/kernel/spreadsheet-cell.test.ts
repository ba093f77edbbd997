import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapedCell, unescapedCell } from "./spreadsheet-cell.ts";

const signs = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"];
const awkward = fc.string({ unit: fc.constantFrom(...signs, "'", '"', "a", "5", " ", ";", ",") });

describe("a cell that a spreadsheet would run", () => {
  it.each(signs.map((sign) => [sign]))("begins with %j, and is escaped", (sign) => {
    expect(escapedCell(`${sign}1+1`)).toBe(`'${sign}1+1`);
    expect(escapedCell(`'${sign}1+1`)).toBe(`''${sign}1+1`);
  });

  it("is none of these", () => {
    for (const text of ["", "tea", "a=b", "'tis", "''", "5", " =1"]) expect(escapedCell(text)).toBe(text);
  });

  it("does not begin with such a sign once it is escaped, and is read back unchanged", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        expect(signs).not.toContain(escapedCell(text)[0]);
        expect(unescapedCell(escapedCell(text))).toBe(text);
      }),
    );
  });
});
