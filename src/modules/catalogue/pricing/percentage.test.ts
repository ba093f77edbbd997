import { describe, expect, it } from "vitest";
import { changedAmount } from "./percentage.ts";

describe("a price by percentage", () => {
  it.each([
    [10000, -20, "none", 2, 8000],
    [1999, -10, "none", 2, 1799],
    [1999, -10, "99", 2, 1799],
    [1999, -15, "99", 2, 1699],
    [1999, -15, "95", 2, 1695],
    [1999, -15, "00", 2, 1700],
    [4999, 5, "99", 2, 5299],
    [1000, -5, "99", 0, 950],
    [12345, -10, "99", 3, 10990],
    [0, -10, "99", 2, 0],
    [1999, 0, "00", 2, 2000],
  ] as const)(
    "%i changed by %i %% to .%s with %i digits is %i",
    (amount, percent, ending, digits, expected) => {
      expect(changedAmount(amount, { percent, ending }, digits)).toBe(expected);
    },
  );

  it("is not above the old one after a reduction, nor below it after an increase", () => {
    expect(changedAmount(80, { percent: -10, ending: "99" }, 2)).toBe(72);
    expect(changedAmount(540, { percent: 1, ending: "99" }, 2)).toBe(545);
    expect(changedAmount(560, { percent: 1, ending: "99" }, 2)).toBe(599);
    expect(changedAmount(520, { percent: 1, ending: "00" }, 2)).toBe(525);
  });

  it("is not free because it is rounded", () => {
    expect(changedAmount(49, { percent: -10, ending: "00" }, 2)).toBe(44);
  });

  it("is refused when it is too large to be stored", () => {
    expect(() => changedAmount(2_000_000_000, { percent: 50, ending: "none" }, 2)).toThrow("percent:");
  });
});
