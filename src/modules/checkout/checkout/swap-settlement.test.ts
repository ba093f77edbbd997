import { describe, expect, it } from "vitest";
import { settledAmount } from "./swap-settlement.ts";

describe("the difference of a swap that a merchant confirms", () => {
  it.each([
    [0, null, 0],
    [-500, null, -500],
    [-500, "refunded", -500],
    [-500, "credited", -500],
    [700, "paid", 700],
    [700, "gift_card", 700],
    [700, "waived", 0],
  ] as const)("of %i, %s, is %i", (due, settlement, amount) =>
    expect(settledAmount(due, settlement)).toBe(amount),
  );

  it.each([
    [700, null],
    [700, "refunded"],
    [0, "refunded"],
    [0, "waived"],
    [-500, "waived"],
    [-500, "paid"],
    [-500, "gift_card"],
    [700, "credited"],
    [0, "credited"],
  ] as const)("of %i cannot be %s", (due, settlement) =>
    expect(() => settledAmount(due, settlement)).toThrow(),
  );
});
