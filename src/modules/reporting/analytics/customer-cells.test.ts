import fc from "fast-check";
import { expect, it } from "vitest";
import { days, hours, minutes } from "../../../kernel/dates.ts";
import { customerCellsOf } from "./customer-cells.ts";
import { startOfUnit } from "./sum-units.ts";

const FIRST = Date.parse("2024-01-01T00:00:00Z");

interface Placed {
  placed: number;
  previous: number | null;
}

const moment = fc.integer({ min: 0, max: 800 * 24 * 60 }).map((minute) => FIRST + minutes(minute));

const order = fc
  .tuple(moment, fc.option(moment))
  .map(([one, other]): Placed => (other === null ? { placed: one, previous: null } : pair(one, other)));

const pair = (one: number, other: number): Placed => ({
  placed: Math.max(one, other),
  previous: Math.min(one, other),
});

const span = fc.tuple(fc.nat(600 * 96), fc.integer({ min: 1, max: 200 * 96 })).map(([start, length]) => {
  const starts = FIRST + minutes(15) * start;
  return { starts, ends: starts + minutes(15) * length };
});

const isIn = (at: number, { starts, ends }: { starts: number; ends: number }) => at >= starts && at < ends;

/** How often the parts of the period count an order as one of a new and of a returning customer. */
function countedAs({ placed, previous }: Placed, period: { starts: number; ends: number }) {
  const { cells, ends, core, day } = customerCellsOf(period);
  const before = previous ?? Number.NEGATIVE_INFINITY;
  const inCells = cells.filter(
    (cell) =>
      startOfUnit(cell.placedUnit, placed) === cell.placedStart &&
      (previous === null ? cell.previousUnit === "month" : true) &&
      isIn(previous === null ? before : startOfUnit(cell.previousUnit, previous), cell.previous),
  ).length;
  const inEnds = ends.filter((end) => isIn(placed, end) && before < period.starts).length;
  const inDay =
    previous !== null && isIn(previous, { starts: day, ends: period.starts }) && isIn(placed, core);
  return inCells + inEnds + (inDay ? 1 : 0);
}

it("the parts of a period count each first order of a customer in it once, and no other", () => {
  fc.assert(
    fc.property(order, span, (each, period) => {
      const isCounted =
        isIn(each.placed, period) && (each.previous === null || each.previous < period.starts);
      expect(countedAs(each, period)).toBe(isCounted ? 1 : 0);
    }),
    { numRuns: 2_000 },
  );
});

it("a long period has few parts", () => {
  const starts = FIRST + hours(22);
  const { cells, ends } = customerCellsOf({ starts, ends: starts + days(730) });
  expect(cells.length).toBeLessThan(200);
  expect(ends).toHaveLength(2);
});
