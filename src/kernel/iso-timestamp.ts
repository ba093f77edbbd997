const inUtc = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00:00$/;

/**
 * Converts a timestamp from the JSON of PostgreSQL to the form of the API. Connections use UTC, so nearly always the text is
 * only cut to milliseconds. A date before Christ or after the year 9999, which only SQL can have written, stays as it is.
 */
export function isoTimestamp(text: string): string {
  const [, seconds, fraction = ""] = inUtc.exec(text) ?? [];
  if (seconds !== undefined) return `${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
