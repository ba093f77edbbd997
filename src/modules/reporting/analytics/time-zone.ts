import { days, hours, minutes } from "../../../kernel/dates.ts";
import { invalid } from "../../../kernel/refusal.ts";

/** A calendar day such as 2026-11-17. */
export type Day = string;

/** The days of a place: when each of them begins, and which one a moment belongs to. */
export interface TimeZone {
  name: string;
  dayOf(moment: number): Day;
  /** The first moment of a day, in milliseconds since 1970. */
  startOf(day: Day): number;
}

const QUARTER = minutes(15);

/** No place is further from UTC; a day begins within this time before or after the same day in UTC. */
const FURTHEST = hours(16);

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(name: string): Intl.DateTimeFormat {
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone: name,
    calendar: "iso8601",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  formats.set(name, made);
  return made;
}

export const dayOfUtc = (moment: number): Day => new Date(moment).toISOString().slice(0, 10);
export const startInUtc = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
export const dayAfter = (day: Day, count = 1): Day => dayOfUtc(startInUtc(day) + days(count));

/** What the clocks of a place show, as a moment of UTC. */
function clockAt(format: Intl.DateTimeFormat, moment: number): number {
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** A time zone by its IANA name. An offset such as +01:00 has no summer time, and is refused. */
export function timeZone(name: string): TimeZone {
  const format = /^[A-Za-z]/.test(name) ? tryFormat(name) : null;
  if (!format) throw invalid(`timezone: "${name}" is not the name of a time zone, such as Europe/Berlin`);
  const dayOf = (moment: number) => dayOfUtc(clockAt(format, moment));
  return { name, dayOf, startOf: (day) => guessedStart(day, format) ?? searchedStart(day, dayOf) };
}

function tryFormat(name: string): Intl.DateTimeFormat | null {
  try {
    return formatFor(name);
  } catch {
    return null;
  }
}

/** Midnight, where the clocks show it once and nothing else before: nearly every day. */
function guessedStart(day: Day, format: Intl.DateTimeFormat): number | null {
  const midnight = startInUtc(day);
  const guess = midnight - (clockAt(format, midnight) - midnight);
  if (clockAt(format, guess) !== midnight || guess % QUARTER !== 0) return null;
  // An hour earlier it is 23:00, unless the clocks are changed around midnight.
  return clockAt(format, guess - hours(1)) === midnight - hours(1) ? guess : null;
}

/** The first quarter of an hour that belongs to the day or a later one: clocks may skip midnight, or a whole day. */
function searchedStart(day: Day, dayOf: (moment: number) => Day): number {
  let [low, high] = [startInUtc(day) - FURTHEST, startInUtc(day) + days(1) + FURTHEST];
  while (high - low > QUARTER) {
    const middle = low + Math.floor((high - low) / 2 / QUARTER) * QUARTER;
    if (dayOf(middle) >= day) high = middle;
    else low = middle;
  }
  return high;
}
