import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { amount, moved } from "./discount-figures-store.ts";

export interface CustomerFigures {
  currency_code: string;
  orders: number;
  sales: number;
  refunds: number;
  exchanges: number;
  first_order_at: Date;
  last_order_at: Date;
}

// By the index of the orders of a customer that are not canceled.
const read = compiledSql<{ id: string }, CustomerFigures>(
  "analytics-customer",
  (p) => sql<CustomerFigures>`
    select currency_code, count(*) as orders, ${sql.raw(
      [amount("sales"), ...["refunds", "exchanges"].map(moved)].join(", "),
    )}, min(placed_at) as first_order_at, max(placed_at) as last_order_at
    from tradewind.analytics_order
    where customer_id = ${p.id} and not is_canceled
    group by 1 order by count(*) desc, 1`,
);

/** What a customer has bought, by currency. */
export const readCustomerFigures = (on: Connection, id: string): Promise<CustomerFigures[]> =>
  read(on, { id });
