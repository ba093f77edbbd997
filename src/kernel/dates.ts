/**
 * A moment as written in a query: a date, a date-time, or seconds since 1970. Null when it is none of them.
 * Four digits alone are a year, as JavaScript reads them. Years have four digits: others could be stored, but
 * not be written in ISO 8601.
 */
export function parseTimestamp(text: string): Date | null {
  const isUnixSeconds = /^\d{5,}$/.test(text) || /^\d+\.\d+$/.test(text);
  const moment = isUnixSeconds ? new Date(Number(text) * 1000) : new Date(text);
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? moment : null;
}

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => minutes(60 * count);
export const days = (count: number) => hours(24 * count);

const inUtc = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00:00$/;

/**
 * Converts a timestamp from the JSON of PostgreSQL to the form of the API. Connections use UTC, so nearly always the text is
 * only cut to milliseconds. A date before Christ or after the year 9999, which only SQL can have written, is not changed.
 */
export function isoTimestamp(text: string): string {
  const [, seconds, fraction = ""] = inUtc.exec(text) ?? [];
  if (seconds !== undefined) return `${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
