import { describe, expect, it } from "vitest";
import { approximateJsonLength } from "./json.ts";

describe("the size of a value as JSON", () => {
  it("is about that of its texts and keys, at any depth", () => {
    const long = "x".repeat(10_000);
    for (const value of [long, [long], { note: { deep: [{ [long]: 1 }] } }]) {
      expect(approximateJsonLength(value)).toBeGreaterThanOrEqual(10_000);
      expect(approximateJsonLength(value)).toBeLessThan(10_100);
    }
  });

  it("counts many small values, and hardly anything for an empty one", () => {
    expect(approximateJsonLength(Array.from({ length: 10_000 }, () => 0))).toBeGreaterThan(10_000);
    expect([undefined, null, {}, []].map(approximateJsonLength)).toEqual([8, 8, 0, 0]);
  });
});
