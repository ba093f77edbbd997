import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";
import { type Contribution, measures } from "./contribution.ts";
import type { Difference } from "./difference.ts";
import { customerMeasures, reportMeasures } from "./report-difference.ts";

const rows = (list: readonly object[]) => ({ rows: JSON.stringify(list) });

/** SQL: when the customer of an order placed the one before it. */
const previousOf = (order: string) =>
  sql.raw(`(select earlier.placed_at from tradewind.analytics_order earlier
  where earlier.customer_id = ${order}.customer_id and not earlier.is_canceled
    and (earlier.placed_at, earlier.order_id) < (${order}.placed_at, ${order}.order_id)
  order by earlier.placed_at desc, earlier.order_id desc limit 1)`);

const save = compiledReturningWrite<{ rows: string }, unknown>(
  "analytics-save-contributions",
  { inserts: ["tradewind.analytics_order"] },
  (p) => sql`insert into tradewind.analytics_order
      (order_id, placed_at, currency_code, customer_id, is_canceled, contribution, previous_at)
    select made.*, ${previousOf("made")} from json_to_recordset(${p.rows}::json) as made (order_id text,
      placed_at timestamptz, currency_code text, customer_id text, is_canceled boolean, contribution jsonb)
    on conflict (order_id) do update set placed_at = excluded.placed_at, currency_code = excluded.currency_code,
      customer_id = excluded.customer_id, is_canceled = excluded.is_canceled, contribution = excluded.contribution,
      previous_at = excluded.previous_at`,
);

const remove = compiledReturningWrite<{ ids: readonly string[] }, unknown>(
  "analytics-delete-contributions",
  { deletes: ["tradewind.analytics_order"] },
  (p) => sql`delete from tradewind.analytics_order where order_id = any(${p.ids}::text[])`,
);

// An order at a place in the history of a customer: the next one follows it. It follows the one before it, which may have been
// saved by the same statement.
const link = compiledReturningWrite<{ rows: string }, unknown>(
  "analytics-link-orders",
  { updates: ["tradewind.analytics_order"] },
  (p) => sql`with changed as materialized (
      select * from json_to_recordset(${p.rows}::json) as made (order_id text, placed_at timestamptz, customer_id text)),
    touched as materialized (
      select order_id from changed union
      select following.order_id from changed cross join lateral (
        select later.order_id from tradewind.analytics_order later
        where later.customer_id = changed.customer_id and not later.is_canceled
          and (later.placed_at, later.order_id) > (changed.placed_at, changed.order_id)
        order by later.placed_at, later.order_id limit 1) following)
    update tradewind.analytics_order linked set previous_at = found.previous_at
    from (select each.order_id, ${previousOf("each")} as previous_at from touched join tradewind.analytics_order each on each.order_id = touched.order_id) found
    where linked.order_id = found.order_id and linked.previous_at is distinct from found.previous_at`,
);

const added = (table: string, names: readonly string[]) =>
  sql.raw(names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(", "));

const bigints = (names: readonly string[]) => sql.raw(names.map((name) => `${name} bigint`).join(", "));

const sumColumns = ["unit", "start", "currency_code", ...measures];
const addSums = compiledReturningWrite<{ rows: string }, unknown>(
  "analytics-add-sums",
  { inserts: ["tradewind.analytics_sum"] },
  (p) => sql`insert into tradewind.analytics_sum as known (${sql.raw(sumColumns.join(", "))})
    select * from json_to_recordset(${p.rows}::json) as made (unit text, start timestamptz, currency_code text,
      ${bigints(measures)})
    on conflict (unit, start, currency_code) do update set ${added("known", measures)}`,
);

const addRankings = compiledReturningWrite<{ rows: string }, unknown>(
  "analytics-add-rankings",
  { inserts: ["tradewind.analytics_ranking"] },
  (p) => sql`insert into tradewind.analytics_ranking as known
      (subject, unit, start, currency_code, key, orders, quantity, amount)
    select * from json_to_recordset(${p.rows}::json) as made (subject text, unit text, start timestamptz,
      currency_code text, key text, orders bigint, quantity bigint, amount bigint)
    on conflict (subject, unit, start, currency_code, key)
      do update set ${added("known", ["orders", "quantity", "amount"])}`,
);

const addOpenWork = compiledReturningWrite<{ rows: string }, unknown>(
  "analytics-add-open-work",
  { inserts: ["tradewind.analytics_open_work"] },
  (p) => sql`insert into tradewind.analytics_open_work as known (kind, orders)
    select * from json_to_recordset(${p.rows}::json) as made (kind text, orders bigint)
    on conflict (kind) do update set ${added("known", ["orders"])}`,
);

const addReports = compiledReturningWrite<{ rows: string }, unknown>(
  "analytics-add-reports",
  { inserts: ["tradewind.analytics_report_sum"] },
  (p) => sql`insert into tradewind.analytics_report_sum as known
      (subject, unit, start, currency_code, region_id, key, ${sql.raw(reportMeasures.join(", "))})
    select * from json_to_recordset(${p.rows}::json) as made (subject text, unit text, start timestamptz,
      currency_code text, region_id text, key text, ${bigints(reportMeasures)})
    on conflict (subject, unit, start, currency_code, region_id, key) do update set ${added("known", reportMeasures)}`,
);

const addCustomers = compiledReturningWrite<{ rows: string }, unknown>(
  "analytics-add-customers",
  { inserts: ["tradewind.analytics_customer_sum"] },
  (p) => sql`insert into tradewind.analytics_customer_sum as known
      (currency_code, customer_id, ${sql.raw(customerMeasures.join(", "))})
    select * from json_to_recordset(${p.rows}::json) as made (currency_code text, customer_id text,
      ${bigints(customerMeasures)})
    on conflict (currency_code, customer_id) do update set ${added("known", customerMeasures)}`,
);

/** Stores what orders contribute now; those that are gone contribute nothing. */
export async function saveContributions(
  tx: Tx,
  { before, after }: { before: readonly Contribution[]; after: readonly Contribution[] },
): Promise<void> {
  const present = new Set(after.map(({ order_id }) => order_id));
  const gone = before.filter(({ order_id }) => !present.has(order_id));
  if (after.length > 0) await save(tx, rows(after));
  if (gone.length > 0) await remove(tx, { ids: gone.map(({ order_id }) => order_id) });
  const moved = movedPlaces(before, after);
  if (moved.length > 0) await link(tx, rows(moved));
}

type Place = Pick<Contribution, "order_id" | "placed_at" | "customer_id">;

/** Where orders were and are in the history of their customers, if that changed. */
function movedPlaces(before: readonly Contribution[], after: readonly Contribution[]): Place[] {
  const keyOf = ({ order_id, placed_at, customer_id, is_canceled }: Contribution) =>
    [order_id, placed_at, customer_id, is_canceled].join(" ");
  const [was, is] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return [
    ...before.filter((each) => !is.has(keyOf(each))),
    ...after.filter((each) => !was.has(keyOf(each))),
  ].map(({ order_id, placed_at, customer_id }) => ({ order_id, placed_at, customer_id }));
}

export async function addDifference(tx: Tx, difference: Difference): Promise<void> {
  const { sums, rankings, openWork, reports, customers } = difference;
  if (sums.length > 0) await addSums(tx, rows(sums));
  if (rankings.length > 0) await addRankings(tx, rows(rankings));
  if (openWork.length > 0) await addOpenWork(tx, rows(openWork));
  if (reports.length > 0) await addReports(tx, rows(reports));
  if (customers.length > 0) await addCustomers(tx, rows(customers));
}
