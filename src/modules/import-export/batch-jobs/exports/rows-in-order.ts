import { type Entity, quoted } from "../../../../graph/entity.ts";
import type { Condition, Filter } from "../../../../graph/filter.ts";
import type { Extra, ListRequest } from "../../../../graph/graph.ts";
import type { Wanted } from "../../../../graph/selection.ts";
import { invalid } from "../../../../kernel/refusal.ts";

export interface Order {
  field: string;
  isDescending: boolean;
}

/** `name` ascending, `-name` descending: a stored value, as rows are found again by it. */
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

/** What the next page begins behind, as the database wrote it: exact to the last digit. */
const placeOf = ({ field }: Order, { key }: Entity): Extra => ({
  name: `$place_${field}`,
  sql: (row) => `jsonb_build_object('${field}', ${row}."${field}", '${key}', ${row}."${key}")`,
  values: [],
});

/** Rows that come after a place in the order. The key settles ties, as it does in the order itself. */
function behind({ field, isDescending }: Order, entity: Entity): Condition {
  const { key, columns, table } = entity;
  const column = columns[field]!;
  const after = isDescending ? "<" : ">";
  const sortOf = (row: string) => column.sort?.(row) ?? `${row}."${field}"`;
  // An empty row of the table takes the values in their own types.
  const of = (value: string, place: string) =>
    `(select ${value} from jsonb_populate_record(null::${quoted(table)}, ${place}::jsonb) place)`;
  return {
    name: `${entity.name}-behind-${field}-${isDescending ? "desc" : "asc"}`,
    sql: (row, place) => {
      const [own, other] = [sortOf(row), of(sortOf("place"), place)];
      const [ownKey, otherKey] = [`${row}."${key}"`, of(`place."${key}"`, place)];
      if (!column.nullable) return `(${own}, ${ownKey}) ${after} (${other}, ${otherKey})`;
      // PostgreSQL sorts what is missing behind everything else, in descending order before it.
      const pastMissing = isDescending
        ? `${own} is not null and ${other} is null`
        : `${own} is null and ${other} is not null`;
      return `(${own} ${after} ${other} or (${pastMissing})
        or (${own} is not distinct from ${other} and ${ownKey} ${after} ${otherKey}))`;
    },
  };
}

/** The rows of a page; the fields and relations are those of the view. */
export type PageRequest = Omit<ListRequest, keyof Wanted>;

export interface Walk<Row extends object> {
  entity: Entity;
  order: Order;
  skip: number;
  /** No more rows than these. */
  atMost: number;
  /** Rows that are read at once. */
  page: number;
  filters: readonly Filter[];
  withDeleted: boolean;
  read: (request: PageRequest) => Promise<Row[]>;
}

/**
 * Rows in their order, a page at a time. Each page is looked for behind the last row of the one before, so the last
 * page is as cheap as the first, and rows that come or go meanwhile move no others.
 */
export async function* rowsInOrder<Row extends object>(walk: Walk<Row>): AsyncGenerator<Row[]> {
  const { entity, order, filters, withDeleted, page } = walk;
  const place = placeOf(order, entity);
  const condition = behind(order, entity);
  const request = { extras: [place], order: `${order.isDescending ? "-" : ""}${order.field}`, withDeleted };
  let left = walk.atMost;
  let passed: Filter[] = [];
  let offset = walk.skip;
  while (left > 0) {
    const limit = Math.min(page, left);
    const rows = await walk.read({ ...request, filters: [...filters, ...passed], limit, offset });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    left -= rows.length;
    offset = 0;
    // Rows have the extra that the request names.
    const last = rows.at(-1) as Record<string, unknown>;
    passed = [{ kind: "custom", condition, value: JSON.stringify(last[place.name]) }];
  }
}
