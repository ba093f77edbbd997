import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minutes } from "../../../kernel/dates.ts";
import { piecesOf, rankingUnits, startOfUnit, sumUnits, unitOfBoundaries } from "./sum-units.ts";

const QUARTER = minutes(15);
const at = (text: string) => Date.parse(text);

describe("a span", () => {
  it("is divided into months, days, hours and quarters", () => {
    const span = { starts: at("2026-01-30T22:45:00Z"), ends: at("2026-04-02T01:15:00Z") };
    const pieces = piecesOf(span, ["hour", "day", "month"], "quarter");
    expect(
      pieces.map(({ unit, starts }) => `${unit} ${new Date(starts).toISOString().slice(0, 16)}`),
    ).toEqual([
      "quarter 2026-01-30T22:45",
      "hour 2026-01-30T23:00",
      "day 2026-01-31T00:00",
      "month 2026-02-01T00:00",
      "day 2026-04-01T00:00",
      "hour 2026-04-02T00:00",
      "quarter 2026-04-02T01:00",
    ]);
  });

  it("is its pieces, one after the other, each of whole units", () => {
    const first = at("2000-01-01") / QUARTER;
    fc.assert(
      fc.property(fc.nat(3_000_000), fc.nat(80_000), (start, length) => {
        const span = { starts: (first + start) * QUARTER, ends: (first + start + length) * QUARTER };
        const pieces = piecesOf(span, ["hour", "day", "month"], "quarter");
        const joined = pieces.flatMap(({ starts, ends }) => [starts, ends]);
        expect([span.starts, ...joined, span.ends]).toEqual(
          [span.starts, ...joined, span.ends].sort((a, b) => a - b),
        );
        expect(pieces.reduce((sum, { starts, ends }) => sum + ends - starts, 0)).toBe(
          span.ends - span.starts,
        );
        for (const { unit, starts, ends } of pieces)
          for (const edge of [starts, ends]) expect(startOfUnit(unit, edge)).toBe(edge);
      }),
    );
  });

  it("of nothing has no pieces", () => {
    expect(piecesOf({ starts: 0, ends: 0 }, sumUnits, "order")).toEqual([]);
  });
});

it("the sums of a chart are as long as its points allow", () => {
  expect(unitOfBoundaries([at("2026-01-01"), at("2026-01-02")])).toBe("day");
  expect(unitOfBoundaries([at("2026-01-01"), at("2026-01-02T01:00Z")])).toBe("hour");
  expect(unitOfBoundaries([at("2026-01-01T18:30Z")])).toBe("quarter");
});

it("weeks begin on Mondays, and a period of 30 days has few parts", () => {
  const monday = Date.parse("2026-11-16T00:00:00Z");
  expect(startOfUnit("week", Date.parse("2026-11-22T23:59:59Z"))).toBe(monday);
  expect(startOfUnit("week", monday)).toBe(monday);
  const span = { starts: Date.parse("2026-10-18T22:00:00Z"), ends: Date.parse("2026-11-17T23:00:00Z") };
  const parts = piecesOf(span, rankingUnits, "order");
  expect(parts.map(({ unit }) => unit)).toEqual(["order", "week", "day", "order"]);
  expect(parts.every((part, index) => index === 0 || part.starts === parts[index - 1]!.ends)).toBe(true);
});
