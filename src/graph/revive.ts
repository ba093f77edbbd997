import type { Selection } from "./selection.ts";

type Json = Record<string, unknown>;

/**
 * PostgreSQL writes timestamps in JSON with microseconds and an offset; the API shows milliseconds and `Z`.
 * Made once for each selection, so that only the columns known to be timestamps are touched.
 */
export function reviverOf(selection: Selection): (row: Json) => void {
  const timestamps = [...selection.columns].filter(
    (name) => selection.entity.columns[name]!.type === "timestamp",
  );
  const nested = [...selection.relations].map(([name, next]) => [name, reviverOf(next)] as const);
  return (row) => {
    for (const name of timestamps) {
      const value = row[name];
      if (typeof value === "string") row[name] = shownMoment(value);
    }
    for (const [name, revive] of nested) {
      const value = row[name];
      if (Array.isArray(value)) for (const each of value) revive(each as Json);
      else if (value !== null && value !== undefined) revive(value as Json);
    }
  };
}

/** A date before Christ or after the year 9999, which only SQL can have written, is shown as PostgreSQL writes it. */
function shownMoment(text: string): string {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
