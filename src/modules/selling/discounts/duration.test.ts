import { describe, expect, it } from "vitest";
import { durationOf, endOf } from "./duration.ts";

const endAfter = (text: string, start: string) => endOf(durationOf(text)!, new Date(start)).toISOString();

describe("a duration", () => {
  it.each([
    ["P3D", "2024-03-04T10:00:00.000Z"],
    ["P1W", "2024-03-08T10:00:00.000Z"],
    ["P1M", "2024-04-01T10:00:00.000Z"],
    ["P1Y2M3DT4H5M6S", "2025-05-04T14:05:06.000Z"],
    ["PT36H", "2024-03-02T22:00:00.000Z"],
    ["PT31536000S", "2025-03-01T10:00:00.000Z"],
    ["P0.5Y", "2024-09-01T10:00:00.000Z"],
    ["P0,5M", "2024-03-16T10:00:00.000Z"],
    ["P1.5D", "2024-03-02T22:00:00.000Z"],
    ["PT0S", "2024-03-01T10:00:00.000Z"],
  ])("of %s ends at the right time", (text, end) => {
    expect(endAfter(text, "2024-03-01T10:00:00.000Z")).toBe(end);
  });

  it("of months ends on the last day of a shorter month", () => {
    expect(endAfter("P1M", "2024-01-31T10:00:00.000Z")).toBe("2024-02-29T10:00:00.000Z");
    expect(endAfter("P1Y", "2024-02-29T10:00:00.000Z")).toBe("2025-02-28T10:00:00.000Z");
    expect(endAfter("P13M", "2024-10-31T00:00:00.000Z")).toBe("2025-11-30T00:00:00.000Z");
  });

  it.each([
    "",
    "P",
    "PT",
    "P3",
    "3D",
    "p3d",
    "P3DT",
    "P-3D",
    "-P3D",
    "P3D ",
    "PT3D",
    "P3H",
    "three days",
    "P1D2M",
  ])("cannot be %j", (text) => {
    expect(durationOf(text)).toBeNull();
  });

  it("that exceeds the calendar has no end", () => {
    expect(endOf(durationOf("P999999999Y")!, new Date()).getTime()).toBeNaN();
  });
});
