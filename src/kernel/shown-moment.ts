const inUtc = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00:00$/;

/**
 * A timestamp as PostgreSQL writes it in JSON, in the form that the API shows. Connections speak UTC, so nearly always the
 * text only has to be cut to milliseconds. A date before Christ or after the year 9999, which only SQL can have written,
 * is shown as PostgreSQL writes it.
 */
export function shownMoment(text: string): string {
  const [, seconds, fraction = ""] = inUtc.exec(text) ?? [];
  if (seconds !== undefined) return `${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
