import { describe, expect, it } from "vitest";
import { lastOf } from "./count.ts";

describe("the number of all rows is known", () => {
  it.each([
    ["nothing was found", 0, { limit: 50, offset: 0 }, 0],
    ["the first page is not full", 3, { limit: 50, offset: 0 }, 3],
    ["the third page is not full", 3, { limit: 50, offset: 100 }, 103],
  ])("if %s", (_, found, page, count) => {
    expect(lastOf(found, page)).toBe(count);
  });

  it.each([
    ["the page is full", 50, { limit: 50, offset: 0 }],
    ["the page is behind the last row", 0, { limit: 50, offset: 100 }],
    ["no rows were asked for", 0, { limit: 0, offset: 0 }],
  ])("not if %s", (_, found, page) => {
    expect(lastOf(found, page)).toBeUndefined();
  });
});
