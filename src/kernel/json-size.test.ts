import { describe, expect, it } from "vitest";
import { jsonSize } from "./json-size.ts";

describe("the size of a value as JSON", () => {
  it("is about that of its texts and keys, however deep they are", () => {
    const long = "x".repeat(10_000);
    for (const value of [long, [long], { note: { deep: [{ [long]: 1 }] } }]) {
      expect(jsonSize(value)).toBeGreaterThanOrEqual(10_000);
      expect(jsonSize(value)).toBeLessThan(10_100);
    }
  });

  it("counts many small things, and next to nothing for none", () => {
    expect(jsonSize(Array.from({ length: 10_000 }, () => 0))).toBeGreaterThan(10_000);
    expect([undefined, null, {}, []].map(jsonSize)).toEqual([8, 8, 0, 0]);
  });
});
