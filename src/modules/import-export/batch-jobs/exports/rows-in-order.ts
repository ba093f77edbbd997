import { type Entity, quoted } from "../../../../graph/entity.ts";
import type { Condition, Filter } from "../../../../graph/filter.ts";
import type { Extra, ListRequest } from "../../../../graph/graph.ts";
import type { RequestedSelection } from "../../../../graph/selection.ts";
import { invalid } from "../../../../kernel/refusal.ts";

export interface Order {
  field: string;
  isDescending: boolean;
}

/** `name` ascending, `-name` descending. Only stored columns, because pages continue after a stored value. */
export function orderOf({ name, columns }: Entity, text: string): Order {
  const field = text.replace(/^[-+ ]/, "");
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  const isStored = column && !column.sql && !column.computed && !field.startsWith("$");
  if (!isStored) throw invalid(`context.order: ${name} has no field ${field} to sort by`);
  if (column.type === "json" || column.type === "texts") {
    throw invalid(`context.order: ${field} cannot be sorted`);
  }
  return { field, isDescending: text.startsWith("-") };
}

/** The cursor of the next page, computed by the database to keep full precision. */
const cursorOf = ({ field }: Order, { key }: Entity): Extra => ({
  name: `$place_${field}`,
  sql: (row) => `jsonb_build_object('${field}', ${row}."${field}", '${key}', ${row}."${key}")`,
  values: [],
});

/** Rows after a cursor. The key breaks ties, as in the order itself. */
function isAfterCursor({ field, isDescending }: Order, entity: Entity): Condition {
  const { key, columns, table } = entity;
  const column = columns[field]!;
  const after = isDescending ? "<" : ">";
  const sortOf = (row: string) => column.sort?.(row) ?? `${row}."${field}"`;
  // A record of the table converts the values to their column types.
  const of = (value: string, cursor: string) =>
    `(select ${value} from jsonb_populate_record(null::${quoted(table)}, ${cursor}::jsonb) place)`;
  return {
    name: `${entity.name}-behind-${field}-${isDescending ? "desc" : "asc"}`,
    sql: (row, cursor) => {
      const [own, other] = [sortOf(row), of(sortOf("place"), cursor)];
      const [ownKey, otherKey] = [`${row}."${key}"`, of(`place."${key}"`, cursor)];
      if (!column.nullable) return `(${own}, ${ownKey}) ${after} (${other}, ${otherKey})`;
      // PostgreSQL sorts nulls last, in descending order first.
      const pastMissing = isDescending
        ? `${own} is not null and ${other} is null`
        : `${own} is null and ${other} is not null`;
      return `(${own} ${after} ${other} or (${pastMissing})
        or (${own} is not distinct from ${other} and ${ownKey} ${after} ${otherKey}))`;
    },
  };
}

/** The rows of a page; the fields and relations are those of the view. */
export type PageRequest = Omit<ListRequest, keyof RequestedSelection>;

export interface RowWalk<Row extends object> {
  entity: Entity;
  order: Order;
  skip: number;
  maxRows: number;
  /** The number of rows per page. */
  page: number;
  filters: readonly Filter[];
  withDeleted: boolean;
  read: (request: PageRequest) => Promise<Row[]>;
}

/**
 * Reads rows in order, page by page, with keyset pagination: the last page is as cheap as the first, and concurrent
 * inserts and deletes do not shift other rows.
 */
export async function* rowsInOrder<Row extends object>(walk: RowWalk<Row>): AsyncGenerator<Row[]> {
  const { entity, order, filters, withDeleted, page } = walk;
  const cursor = cursorOf(order, entity);
  const condition = isAfterCursor(order, entity);
  const request = { extras: [cursor], order: `${order.isDescending ? "-" : ""}${order.field}`, withDeleted };
  let left = walk.maxRows;
  let afterLast: Filter[] = [];
  let offset = walk.skip;
  while (left > 0) {
    const limit = Math.min(page, left);
    const rows = await walk.read({ ...request, filters: [...filters, ...afterLast], limit, offset });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    left -= rows.length;
    offset = 0;
    // Rows have the extra that the request names.
    const last = rows.at(-1) as Record<string, unknown>;
    afterLast = [{ kind: "custom", condition, value: JSON.stringify(last[cursor.name]) }];
  }
}
