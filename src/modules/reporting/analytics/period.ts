import { days, hours, minutes } from "../../../kernel/dates.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { type Day, dayAfter, dayOfUtc, startInUtc, type TimeZone, timeZone } from "./time-zone.ts";

export const namedPeriods = ["today", "7d", "30d", "90d"] as const;
type NamedPeriod = (typeof namedPeriods)[number];

/** What a request says about its period. */
export interface PeriodQuery {
  period?: NamedPeriod;
  from?: string;
  to?: string;
  timezone?: string;
}

/** From a moment until just before another one, in milliseconds since 1970. */
export interface Span {
  starts: number;
  ends: number;
}

/** Days of the merchant, both included. */
export interface Period extends Span {
  from: Day;
  to: Day;
}

export interface Periods {
  zone: TimeZone;
  current: Period;
  /** What it is compared with: as many days before it, or the year before. If the period has not ended, it ends at the same time of day. */
  previous: Period;
}

const lengths: Record<NamedPeriod, number> = { today: 1, "7d": 7, "30d": 30, "90d": 90 };

export const MAX_DAYS = 731;
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2100-12-31";
const QUARTER = minutes(15);

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(startInUtc(text)) &&
  dayOfUtc(startInUtc(text)) === text &&
  text >= FIRST_DAY &&
  text <= LAST_DAY;

function dayIn(field: "from" | "to", text: string): Day {
  if (!isDay(text))
    throw invalid(
      `${field}: "${text}" is not a date between ${FIRST_DAY} and ${LAST_DAY}, such as 2026-11-17`,
    );
  return text;
}

/** The first and the last day of the period that a request names; the last 30 days without one. */
function daysOf({ period, from, to }: PeriodQuery, today: Day): [Day, Day] {
  if (from === undefined && to === undefined) return [dayAfter(today, 1 - lengths[period ?? "30d"]), today];
  if (period !== undefined) throw invalid("period: send either period, or from and to");
  if (from === undefined) throw invalid("from: is missing; send both from and to");
  const [first, last] = [dayIn("from", from), to === undefined ? today : dayIn("to", to)];
  if (first > last) throw invalid(`from: ${first} is after ${to === undefined ? "today, " : ""}${last}`);
  if (dayCount(first, last) > MAX_DAYS)
    throw invalid(
      `to: from ${first} to ${last} are ${dayCount(first, last)} days; at most ${MAX_DAYS} are answered`,
    );
  return [first, last];
}

export const dayCount = (from: Day, to: Day): number =>
  Math.round((startInUtc(to) - startInUtc(from)) / days(1)) + 1;

const periodOf = (zone: TimeZone, from: Day, to: Day): Period => ({
  from,
  to,
  starts: zone.startOf(from),
  ends: zone.startOf(dayAfter(to)),
});

/** The end of the period before one that is still going on: the same time of day, at the next quarter of an hour. */
function endLikeNow(zone: TimeZone, to: Day, now: number): number {
  const elapsed = now - zone.startOf(zone.dayOf(now));
  const ends = zone.startOf(to) + Math.ceil(elapsed / QUARTER) * QUARTER;
  return Math.min(ends, zone.startOf(dayAfter(to)));
}

/** The same day of the year before. The 29th of February is compared with the 28th. */
const yearBefore = (day: Day): Day => {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isDay(earlier) ? earlier : earlier.replace("-02-29", "-02-28");
};

/** What a period is compared with: as many days before it, or the same days of the year before. */
export type Comparison = "previous" | "year";

/** The day that a day of a period, or the day after it, is compared with. */
export function comparedDay({ from, to }: { from: Day; to: Day }, comparison: Comparison): (day: Day) => Day {
  const length = dayCount(from, to);
  return comparison === "year" ? yearBefore : (day) => dayAfter(day, -length);
}

/** The period of a request and the one that it is compared with. */
export function periodsOf(query: PeriodQuery, now: number, comparison: Comparison = "previous"): Periods {
  const zone = timeZone(query.timezone ?? "UTC");
  const today = zone.dayOf(now);
  const [from, to] = daysOf(query, today);
  const compared = comparedDay({ from, to }, comparison);
  const current = periodOf(zone, from, to);
  const previous = periodOf(zone, compared(from), compared(to));
  const isGoingOn = to === today;
  return {
    zone,
    current,
    previous: isGoingOn ? { ...previous, ends: endLikeNow(zone, previous.to, now) } : previous,
  };
}

export type Interval = "hour" | "day";

const MAX_DAYS_BY_HOUR = 31;

/** By the hour for one or two days, by the day for more, unless the request says otherwise. */
export function intervalOf(interval: Interval | undefined, { from, to }: Period): Interval {
  const length = dayCount(from, to);
  if (interval === "hour" && length > MAX_DAYS_BY_HOUR)
    throw invalid(
      `interval: ${length} days are too many for figures by the hour; at most ${MAX_DAYS_BY_HOUR}`,
    );
  return interval ?? (length <= 2 ? "hour" : "day");
}

/** When each point of a chart begins, and the end of the last one. A day with a change of the clocks has 23 or 25 hours. */
export function boundariesOf(zone: TimeZone, { from, to }: Period, interval: Interval): number[] {
  const midnights = Array.from({ length: dayCount(from, to) + 1 }, (_, day) =>
    zone.startOf(dayAfter(from, day)),
  );
  if (interval === "day") return midnights;
  const [first, last] = [midnights[0]!, midnights.at(-1)!];
  const count = Math.ceil((last - first) / hours(1));
  return [...Array.from({ length: count }, (_, hour) => first + hours(hour)), last];
}
