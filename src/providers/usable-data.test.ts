import { describe, expect, it } from "vitest";
import { usableData } from "./usable-data.ts";

describe("what a provider wants to be kept", () => {
  it.each([[{}], [{ id: "a\\u0000b", label: "\u{1f4e6}", deep: [{ text: "\\\\" }] }]])(
    "is kept: %j",
    (data) => {
      expect(usableData(data)).toBe(data);
    },
  );

  it.each([
    ["text"],
    [null],
    [[1]],
    [undefined],
    [{ text: "a\u0000" }],
    [{ deep: ["\ud800"] }],
    [{ "\udc00": 1 }],
  ])("is refused: %j", (data) => {
    expect(() => usableData(data)).toThrow(/that can(not)? be kept/);
  });

  it("is refused when it has no end", () => {
    const endless: Record<string, unknown> = {};
    endless["self"] = endless;
    expect(() => usableData(endless)).toThrow();
  });
});
