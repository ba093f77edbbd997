import { describe, expect, it } from "vitest";
import { mergedMetadata } from "./metadata.ts";

describe("merging metadata", () => {
  it("keeps what is not sent and takes what is", () => {
    expect(mergedMetadata({ a: 1, b: 2 }, { b: 3, c: 4 })).toEqual({ a: 1, b: 3, c: 4 });
  });

  it("removes a key that is sent as an empty string", () => {
    expect(mergedMetadata({ a: 1, b: { c: true } }, { a: "" })).toEqual({ b: { c: true } });
  });

  it("starts from nothing", () => {
    expect(mergedMetadata(null, { a: null })).toEqual({ a: null });
  });
});
