import { shownMoment } from "../kernel/shown-moment.ts";
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
