import type { Span } from "./period.ts";
import { piecesOf, startOfNext, startOfUnit, startsIn } from "./sum-units.ts";

type CellUnit = "day" | "month";

/** Orders that were placed in one day or month, by customers whose order before is in a span of days or months. */
export interface CustomerCell {
  placedUnit: CellUnit;
  placedStart: number;
  previousUnit: CellUnit;
  previous: Span;
}

/** The parts of a period whose customers are counted. */
export interface CustomerCells {
  /** The whole days of UTC in it; empty if there are none. */
  core: Span;
  /** What is left of it at both ends. */
  ends: Span[];
  /** When the day begins in which the period begins. */
  day: number;
  cells: CustomerCell[];
}

/** The previous order is before the period: in a month before, or in a day of the month in which the period begins. */
export function customerCellsOf({ starts, ends }: Span): CustomerCells {
  const core = { starts: startOfNext("day", starts), ends: startOfUnit("day", ends) };
  const day = startOfUnit("day", starts);
  if (core.starts >= core.ends)
    return { core: { starts, ends: starts }, ends: [{ starts, ends }], day, cells: [] };
  const month = startOfUnit("month", starts);
  const before: [CellUnit, Span][] = [["month", { starts: Number.NEGATIVE_INFINITY, ends: month }]];
  if (month < day) before.push(["day", { starts: month, ends: day }]);
  const placed = piecesOf(core, ["day", "month"], "day") as {
    unit: CellUnit;
    starts: number;
    ends: number;
  }[];
  return {
    core,
    ends: [
      { starts, ends: core.starts },
      { starts: core.ends, ends },
    ].filter((end) => end.starts < end.ends),
    day,
    cells: placed.flatMap((piece) =>
      startsIn(piece).flatMap((placedStart) =>
        before.map(([previousUnit, previous]) => ({
          placedUnit: piece.unit,
          placedStart,
          previousUnit,
          previous,
        })),
      ),
    ),
  };
}
