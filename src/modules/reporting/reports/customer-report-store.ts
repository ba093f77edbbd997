import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { Span } from "../analytics/index.ts";

export const customerOrders = ["revenue", "orders", "refunds"] as const;
export type CustomerOrder = (typeof customerOrders)[number];

export interface CustomerRow {
  customer_id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  has_account: boolean | null;
  orders: number;
  sales: number;
  refunds: number;
  exchanges: number;
  revenue: number;
}

/** Where a page begins: after a row, or after a number of rows. */
interface PageOf {
  currency: string;
  limit: number;
  offset: number;
  afterValue: number | null;
  afterId: string | null;
}

// By an index of its own for each order. A list of all customers goes on after the last row of the page before.
const listBy = (order: CustomerOrder) =>
  compiledSql<PageOf, CustomerRow>(
    `report-customers-by-${order}`,
    (p) => sql<CustomerRow>`
      select listed.*, customer.email, customer.first_name, customer.last_name, customer.has_account
      from (select customer_id, orders, sales, refunds, exchanges, revenue from tradewind.analytics_customer_sum
        where currency_code = ${p.currency} and orders > 0 and (${p.afterId}::text is null
          or ${sql.ref(order)} < ${p.afterValue}::bigint
          or ${sql.ref(order)} = ${p.afterValue}::bigint and customer_id > ${p.afterId}::text)
        order by ${sql.ref(order)} desc, customer_id limit ${p.limit} offset ${p.offset}) listed
      left join customer on customer.id = listed.customer_id
      order by listed.${sql.ref(order)} desc, listed.customer_id`,
  );

const lists = Object.fromEntries(customerOrders.map((order) => [order, listBy(order)])) as Record<
  CustomerOrder,
  ReturnType<typeof listBy>
>;

/** Customers by what they bought, whenever that was; the best first. */
export const listCustomers = (
  on: Connection,
  order: CustomerOrder,
  page: { currency: string; limit: number; offset: number; after?: CustomerRow | undefined },
): Promise<CustomerRow[]> =>
  lists[order](on, {
    currency: page.currency,
    limit: page.limit,
    offset: page.offset,
    afterValue: page.after?.[order] ?? null,
    afterId: page.after?.customer_id ?? null,
  });

const count = compiledSql<{ currency: string; most: number }, { customers: number }>(
  "report-count-customers",
  (p) => sql<{
    customers: number;
  }>`select count(*) as customers from (select from tradewind.analytics_customer_sum
    where currency_code = ${p.currency} and orders > 0 limit ${p.most}) counted`,
);

/** How many there are, at most so many. */
export const countCustomers = async (on: Connection, currency: string, most: number): Promise<number> =>
  (await count(on, { currency, most }))[0]!.customers;

export interface CustomerPeriod {
  customer_id: string;
  span: "current" | "compared";
  orders: number;
  sales: number;
  refunds: number;
  exchanges: number;
  last_order_at: Date;
}

const moved = (name: string) => `coalesce(sum((select sum((each ->> 'amount')::bigint)
  from jsonb_array_elements(contribution -> '${name}') each
  where (each ->> 'at')::timestamptz >= span.starts and (each ->> 'at')::timestamptz < span.ends)), 0)::bigint as ${name}`;

// By the index of the orders of a customer that are not canceled.
const periods = compiledSql<{ ids: readonly string[]; currency: string; spans: string }, CustomerPeriod>(
  "report-customers-in-periods",
  (p) => sql<CustomerPeriod>`
    select placed.customer_id, span.name as span, max(placed.placed_at) as last_order_at,
      count(*) filter (where placed_at >= span.starts and placed_at < span.ends) as orders,
      coalesce(sum((contribution #>> '{amounts,sales}')::bigint)
        filter (where placed_at >= span.starts and placed_at < span.ends), 0)::bigint as sales,
      ${sql.raw(["refunds", "exchanges"].map(moved).join(", "))}
    from tradewind.analytics_order placed
    cross join json_to_recordset(${p.spans}::json) as span (name text, starts timestamptz, ends timestamptz)
    where customer_id = any(${p.ids}::text[]) and not is_canceled and currency_code = ${p.currency}
    group by 1, 2`,
);

/** What these customers bought in two periods. */
export const readCustomerPeriods = (
  on: Connection,
  ids: readonly string[],
  { currency, spans }: { currency: string; spans: { current: Span; compared: Span } },
): Promise<CustomerPeriod[]> =>
  periods(on, {
    ids,
    currency,
    spans: JSON.stringify(
      Object.entries(spans).map(([name, { starts, ends }]) => ({
        name,
        starts: new Date(starts).toISOString(),
        ends: new Date(ends).toISOString(),
      })),
    ),
  });
