import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { type CustomerCells, customerCellsOf } from "./customer-cells.ts";
import type { Span } from "./period.ts";

export interface CustomerCounts {
  /** Their first order is in the period. */
  new: number;
  /** They ordered in the period, and before it. */
  returning: number;
}

type Parameters = Record<"cells" | "ends" | "starts" | "day" | "first" | "last", string>;

/*
 * Of the orders of a customer in the period, only the first one has its previous order before it. Whole days and months are read
 * from sums; single orders are read where the period, or what was before it, does not end with a day of UTC.
 */
const countCustomers = compiledSql<Parameters, CustomerCounts>(
  "analytics-customers",
  (p) => sql<CustomerCounts>`
    select coalesce(sum(counted.new), 0)::bigint as new, coalesce(sum(counted.returning), 0)::bigint as returning from (
      select found.new, found.returning
      from json_to_recordset(${p.cells}::json) as cell (placed_unit text, placed_start timestamptz, previous_unit text,
        previous_from timestamptz, previous_to timestamptz)
      cross join lateral (
        select sum(orders) filter (where previous_start = '-infinity') as new,
          sum(orders) filter (where previous_start > '-infinity') as returning
        from tradewind.analytics_return
        where placed_unit = cell.placed_unit and previous_unit = cell.previous_unit
          and placed_start = cell.placed_start
          and previous_start >= cell.previous_from and previous_start < cell.previous_to) found
      union all
      select found.new, found.returning
      from json_to_recordset(${p.ends}::json) as ending (starts timestamptz, ends timestamptz)
      cross join lateral (
        select count(*) filter (where previous_at is null) as new,
          count(*) filter (where previous_at < ${p.starts}::timestamptz) as returning
        from tradewind.analytics_order
        where not is_canceled and placed_at >= ending.starts and placed_at < ending.ends) found
      union all
      select 0, count(*) from tradewind.analytics_order
      where not is_canceled and previous_at >= ${p.day}::timestamptz and previous_at < ${p.starts}::timestamptz
        and placed_at >= ${p.first}::timestamptz and placed_at < ${p.last}::timestamptz) counted`,
);

const moment = (at: number) => (at === Number.NEGATIVE_INFINITY ? "-infinity" : new Date(at).toISOString());

const rowsOf = ({ cells, ends }: CustomerCells) => ({
  cells: JSON.stringify(
    cells.map(({ placedUnit, placedStart, previousUnit, previous }) => ({
      placed_unit: placedUnit,
      placed_start: moment(placedStart),
      previous_unit: previousUnit,
      previous_from: moment(previous.starts),
      previous_to: moment(previous.ends),
    })),
  ),
  ends: JSON.stringify(ends.map(({ starts, ends: end }) => ({ starts: moment(starts), ends: moment(end) }))),
});

export async function readCustomers(on: Connection, span: Span): Promise<CustomerCounts> {
  const parts = customerCellsOf(span);
  const [found] = await countCustomers(on, {
    ...rowsOf(parts),
    starts: moment(span.starts),
    day: moment(parts.day),
    first: moment(parts.core.starts),
    last: moment(parts.core.ends),
  });
  return found!;
}
