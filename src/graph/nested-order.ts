import type { Relation } from "./entity.ts";
import type { Selection } from "./selection.ts";

type Row = Record<string, unknown>;

/**
 * The columns by which nested rows are sorted after they were read, or null where SQL sorts them. A cart has a dozen
 * lists of a few rows each: sorting those here spares PostgreSQL two steps of its plan for each of them.
 */
export function sortedHere(relation: Relation, next: Selection): readonly string[] | null {
  if (relation.kind === "one" || (relation.kind === "many" && relation.single)) return null;
  if (relation.kind === "through" && relation.linkOrder) return null;
  const order = relation.order.filter((name) => Object.hasOwn(next.entity.columns, name));
  const isRead = order.every((name) => next.columns.has(name) && isComparable(next, name));
  return isRead ? order : null;
}

/** As JSON has them, in UTC, moments are sorted like texts; what is computed or may be null is left to SQL. */
function isComparable({ entity }: Selection, name: string): boolean {
  const column = entity.columns[name]!;
  const isId = name === entity.key && column.type === "text";
  return (isId || column.type === "timestamp") && !column.nullable && !column.sql && !column.computed;
}

/** For rows whose moments are still as PostgreSQL wrote them. */
export function sortRows(rows: Row[], order: readonly string[]): void {
  if (rows.length < 2) return;
  rows.sort((a, b) => {
    for (const name of order) {
      const [first, second] = [a[name] as string, b[name] as string];
      if (first !== second) return first < second ? -1 : 1;
    }
    return 0;
  });
}
