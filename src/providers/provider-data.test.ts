import { describe, expect, it } from "vitest";
import { checkedProviderData } from "./provider-data.ts";

describe("data of a provider", () => {
  it.each([[{}], [{ id: "a\\u0000b", label: "\u{1f4e6}", deep: [{ text: "\\\\" }] }]])(
    "is accepted: %j",
    (data) => {
      expect(checkedProviderData(data)).toBe(data);
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
    expect(() => checkedProviderData(data)).toThrow(/that can(not)? be stored/);
  });

  it("is refused when it contains itself", () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(() => checkedProviderData(circular)).toThrow();
  });
});
