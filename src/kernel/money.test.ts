import { describe, expect, it } from "vitest";
import { percentOf, rounded, taxOn } from "./money.ts";

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
    expect(taxOn(1000, percentOf([{ rate: 20 }, { rate: 5 }]), false)).toBe(250);
  });

  it("is found in a price that includes it", () => {
    expect(taxOn(1250, percentOf([{ rate: 25 }]), true)).toBe(250);
  });

  it("is rounded from the exact product", () => {
    expect(taxOn(50, 29, false)).toBe(15);
  });

  it("is nothing without a rate", () => {
    expect(taxOn(1000, percentOf([{ rate: null }]), false)).toBe(0);
  });
});
