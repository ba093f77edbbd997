import { describe, expect, it } from "vitest";
import { parseTimestamp } from "./dates.ts";

describe("a moment in a query", () => {
  it.each([
    ["2020-01-31", "2020-01-31T00:00:00.000Z"],
    ["2020-01-31T10:20:30Z", "2020-01-31T10:20:30.000Z"],
    ["2020-01-31T10:20:30.123Z", "2020-01-31T10:20:30.123Z"],
    ["1700000000", "2023-11-14T22:13:20.000Z"],
    ["2021", "2021-01-01T00:00:00.000Z"],
  ])("%s is %s", (text, iso) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(iso);
  });

  it.each([
    "not-a-date",
    "",
    "99999999999999999999",
    "+275760-09-13T00:00:00.000Z",
    "-000300-01-01T00:00:00.000Z",
    "0000-01-01",
  ])("%s is none", (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});
