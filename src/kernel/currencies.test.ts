import { describe, expect, it } from "vitest";
import { exponentOf } from "./currencies.ts";

describe("the exponent of a currency", () => {
  it.each([
    ["eur", 2],
    ["USD", 2],
    ["jpy", 0],
    ["isk", 0],
    ["kwd", 3],
    ["tnd", 3],
  ])("%s has %i decimals", (code, exponent) => {
    expect(exponentOf(code)).toBe(exponent);
  });

  it("is two for an unknown currency", () => {
    expect(exponentOf("xyz")).toBe(2);
  });
});
