import { days, hours, minutes } from "../../../kernel/dates.ts";
import type { Span } from "./period.ts";

/** The sums of a longer unit are those of all shorter ones in it. In UTC. */
export const sumUnits = ["quarter", "hour", "day", "month"] as const;

/** Best sellers: days of a month that are no whole month are mostly weeks, so that few rows have to be added. */
export const rankingUnits = ["day", "week", "month"] as const;

export type SumUnit = (typeof sumUnits)[number] | (typeof rankingUnits)[number];

const lengths = { quarter: minutes(15), hour: hours(1), day: days(1), week: days(7) };

/** Weeks begin on Mondays; the first day of 1970 was a Thursday. */
const firstStarts = { quarter: 0, hour: 0, day: 0, week: days(4) };

/** The start of the unit that a moment is in. */
export function startOfUnit(unit: SumUnit, moment: number): number {
  if (unit !== "month") {
    const first = firstStarts[unit];
    return first + Math.floor((moment - first) / lengths[unit]) * lengths[unit];
  }
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** The first start of the unit that is not before a moment. */
export function startOfNext(unit: SumUnit, moment: number): number {
  const start = startOfUnit(unit, moment);
  if (start === moment) return moment;
  if (unit !== "month") return start + lengths[unit];
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** A part of a span that is a number of whole units. */
export interface Piece<Unit extends string> extends Span {
  unit: Unit;
}

/** The start of each unit of a piece. */
export function startsIn({ unit, starts, ends }: Piece<SumUnit>): number[] {
  const found: number[] = [];
  for (let start = starts; start < ends; start = startOfNext(unit, start + 1)) found.push(start);
  return found;
}

/**
 * Divides a span so that few rows have to be added: months in the middle, days around them, and so on. What is left at both
 * ends is of `rest`.
 */
export function piecesOf<Rest extends string>(
  span: Span,
  units: readonly SumUnit[],
  rest: Rest,
): Piece<SumUnit | Rest>[] {
  if (span.starts >= span.ends) return [];
  const [unit, ...shorter] = [...units].reverse();
  if (!unit) return [{ unit: rest, ...span }];
  const [starts, ends] = [startOfNext(unit, span.starts), startOfUnit(unit, span.ends)];
  const below = [...shorter].reverse();
  if (starts >= ends) return piecesOf(span, below, rest);
  return [
    ...piecesOf({ starts: span.starts, ends: starts }, below, rest),
    { unit, starts, ends },
    ...piecesOf({ starts: ends, ends: span.ends }, below, rest),
  ];
}

/** The longest unit whose starts include all these moments. */
export const unitOfBoundaries = (boundaries: readonly number[]): SumUnit =>
  (["day", "hour"] as const).find((unit) => boundaries.every((each) => each % lengths[unit] === 0)) ??
  "quarter";
