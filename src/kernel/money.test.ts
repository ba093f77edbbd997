import { describe, expect, it } from "vitest";
import { rounded, shareOf, taxOn } from "./money.ts";

describe("rounding money", () => {
  it.each([
    [0.5, 1],
    [1.5, 2],
    [2.4999, 2],
    [-0.5, -0],
    [-1.5, -1],
  ])("%f is %i", (amount, expected) => {
    expect(rounded(amount)).toBe(expected);
  });
});

describe("tax", () => {
  it("is added to a price without it", () => {
    expect(taxOn(1000, shareOf([{ rate: 20 }, { rate: 5 }]), false)).toBe(250);
  });

  it("is found in a price that includes it", () => {
    expect(taxOn(1250, shareOf([{ rate: 25 }]), true)).toBe(250);
  });

  it.each([
    [50, 29, false, 14],
    [50, 7, false, 4],
    [70, 12, true, 8],
    [98, 12, true, 10],
    [714, 12, true, 76],
  ])("of %i at %i % (included: %s) is what v1 computes: %i", (amount, rate, includesTax, expected) => {
    expect(taxOn(amount, shareOf([{ rate }]), includesTax)).toBe(expected);
  });

  it("is zero without a rate", () => {
    expect(taxOn(1000, shareOf([{ rate: null }]), false)).toBe(0);
  });
});
