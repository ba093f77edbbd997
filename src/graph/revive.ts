import { isTakenFromKept } from "./kept-relation.ts";
import { sortedHere, sortRows } from "./nested-order.ts";
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
  const nested = [...selection.relations]
    .filter(([name, next]) => !isTakenFromKept(selection.entity.relations[name]!, next))
    .map(([name, next]) => {
      const order = sortedHere(selection.entity.relations[name]!, next) ?? [];
      return { name, order, revive: reviverOf(next) };
    });
  return (row) => {
    for (const name of timestamps) {
      const value = row[name];
      if (typeof value === "string") row[name] = shownMoment(value);
    }
    for (const { name, order, revive } of nested) {
      const value = row[name];
      if (Array.isArray(value)) {
        sortRows(value as Json[], order);
        for (const each of value) revive(each as Json);
      } else if (value !== null && value !== undefined) revive(value as Json);
    }
  };
}

const inUtc = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00:00$/;

/**
 * Connections speak UTC, so nearly always the text only has to be cut to milliseconds. A date before Christ or after
 * the year 9999, which only SQL can have written, is shown as PostgreSQL writes it.
 */
function shownMoment(text: string): string {
  const [, seconds, fraction = ""] = inUtc.exec(text) ?? [];
  if (seconds !== undefined) return `${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
