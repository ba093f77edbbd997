import { isoTimestamp } from "../kernel/iso-timestamp.ts";
import { orderInProcess, sortRows } from "./nested-order.ts";
import { isReadFromCache } from "./reference-data.ts";
import type { Row } from "./row.ts";
import type { Selection } from "./selection.ts";

/**
 * Brings rows from the JSON of PostgreSQL into the form of the API: timestamps with milliseconds and `Z` instead of
 * microseconds and an offset, and nested rows in their order. It is made once for each selection, so that it looks only
 * at columns that are timestamps.
 */
export function rowDecoder(selection: Selection): (row: Row) => void {
  const timestamps = [...selection.columns].filter(
    (name) => selection.entity.columns[name]!.type === "timestamp",
  );
  const nested = [...selection.relations]
    .filter(([name, next]) => !isReadFromCache(selection.entity.relations[name]!, next))
    .map(([name, next]) => {
      const order = orderInProcess(selection.entity.relations[name]!, next) ?? [];
      return { name, order, decode: rowDecoder(next) };
    });
  return (row) => {
    for (const name of timestamps) {
      const value = row[name];
      if (typeof value === "string") row[name] = isoTimestamp(value);
    }
    for (const { name, order, decode } of nested) {
      const value = row[name];
      if (Array.isArray(value)) {
        sortRows(value as Row[], order);
        for (const each of value) decode(each as Row);
      } else if (value !== null && value !== undefined) decode(value as Row);
    }
  };
}
