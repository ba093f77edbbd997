import type { Db } from "../../../../db/database.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import {
  type CustomerOrder,
  type CustomerPeriod,
  type CustomerRow,
  countCustomers,
  customerOrders,
  listCustomers,
  readCustomerPeriods,
} from "../customer-report-store.ts";
import { type Asked, askedOf, type ReportQuery } from "./asked-report.ts";
import { PAGE } from "./read-ranked-report.ts";

/** A list of the best customers; all of them are in the CSV. */
export const BEST_CUSTOMERS = 1000;

export interface CustomerReportQuery extends Omit<ReportQuery, "region_id"> {
  order?: string;
  limit?: number;
  offset?: number;
}

function orderOf(order = "-revenue"): CustomerOrder {
  const found = customerOrders.find((name) => order === `-${name}`);
  if (!found) {
    const allowed = customerOrders.map((name) => `-${name}`).join(", ");
    throw invalid(`order: "${order}" is none of ${allowed}`);
  }
  return found;
}

const inPeriod = (found: CustomerPeriod | undefined) => {
  const { orders = 0, sales = 0, refunds = 0, exchanges = 0 } = found ?? {};
  return { orders, sales, refunds, revenue: sales + exchanges - refunds };
};

/** Rows with what their customers bought in the periods of the request. */
async function shownRows({ db }: { db: Db }, { periods, filter }: Asked, rows: readonly CustomerRow[]) {
  const found = await readCustomerPeriods(
    db,
    rows.map(({ customer_id }) => customer_id),
    { currency: filter.currency, spans: { current: periods.current, compared: periods.previous } },
  );
  const of = (id: string, span: CustomerPeriod["span"]) =>
    found.find((each) => each.customer_id === id && each.span === span);
  return rows.map((row) => ({
    ...row,
    last_order_at: of(row.customer_id, "current")?.last_order_at.toISOString() ?? null,
    current: inPeriod(of(row.customer_id, "current")),
    compared: inPeriod(of(row.customer_id, "compared")),
  }));
}

export type ShownCustomer = Awaited<ReturnType<typeof shownRows>>[number];

/** The customers who bought most since their first order, and what they bought in the period. */
export async function readCustomerReport({ db }: { db: Db }, query: CustomerReportQuery, now: number) {
  const asked = await askedOf({ db }, query, now);
  const { currency } = asked.filter;
  const offset = query.offset ?? 0;
  const limit = Math.min(query.limit ?? PAGE, Math.max(BEST_CUSTOMERS - offset, 0));
  const [rows, count] = await Promise.all([
    listCustomers(db, orderOf(query.order), { currency, limit, offset }),
    countCustomers(db, currency, BEST_CUSTOMERS),
  ]);
  return {
    ...asked.shown,
    rows: await shownRows({ db }, asked, rows),
    count,
    offset,
    limit: query.limit ?? PAGE,
  };
}

const BATCH = 500;

/** All customers with orders, some hundred at a time. What is wrong with the query is refused at once. */
export async function eachCustomer({ db }: { db: Db }, query: CustomerReportQuery, now: number) {
  const order = orderOf(query.order);
  const asked = await askedOf({ db }, query, now);
  const { currency } = asked.filter;
  async function* parts(): AsyncGenerator<ShownCustomer[]> {
    for (let after: CustomerRow | undefined; ; ) {
      const rows = await listCustomers(db, order, { currency, limit: BATCH, offset: 0, after });
      if (rows.length > 0) yield shownRows({ db }, asked, rows);
      if (rows.length < BATCH) return;
      after = rows.at(-1);
    }
  }
  return { asked, parts: parts() };
}
