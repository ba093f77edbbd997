import { describe, expect, it } from "vitest";
import { mergedMetadata } from "./metadata.ts";

describe("merging metadata", () => {
  it("keeps keys that are not sent and replaces those that are", () => {
    expect(mergedMetadata({ a: 1, b: 2 }, { b: 3, c: 4 })).toEqual({ a: 1, b: 3, c: 4 });
  });

  it("removes a key that is sent as an empty string", () => {
    expect(mergedMetadata({ a: 1, b: { c: true } }, { a: "" })).toEqual({ b: { c: true } });
  });

  it("works without previous metadata", () => {
    expect(mergedMetadata(null, { a: null })).toEqual({ a: null });
  });

  it.each(["a text", [1, 2], 7])("replaces %j, which v1 may have stored there", (old) => {
    expect(mergedMetadata(old as never, { a: 1 })).toEqual({ a: 1 });
  });
});
