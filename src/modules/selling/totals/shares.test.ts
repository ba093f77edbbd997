import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharesOf } from "./shares.ts";

describe("the shares of an amount", () => {
  it.each([
    [100, [1, 1, 1], [33, 34, 33]],
    [100, [3, 0, 1], [75, 0, 25]],
    [7, [0, 0], [7, 0]],
    [-10, [1, 3], [-2, -8]],
    [5, [], []],
  ])("of %i by %j are %j", (amount, weights, shares) => {
    expect(sharesOf(amount, weights)).toEqual(shares);
  });

  it("add up to it", () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.nat(1_000_000), { minLength: 1 }), (amount, weights) => {
        expect(sharesOf(amount, weights).reduce((sum, share) => sum + share, 0)).toBe(amount);
      }),
    );
  });
});
