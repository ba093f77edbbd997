import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";

export interface DiscountFigures {
  currency_code: string;
  orders: number;
  canceled_orders: number;
  sales: number;
  discounts: number;
  refunds: number;
  exchanges: number;
}

/** The sum of an amount of orders. */
export const amount = (name: string) =>
  `coalesce(sum((contribution #>> '{amounts,${name}}')::bigint), 0)::bigint as ${name}`;
/** The sum of payments or refunds of orders. */
export const moved = (name: string) => `coalesce(sum((select sum((each ->> 'amount')::bigint)
  from jsonb_array_elements(contribution -> '${name}') each)), 0)::bigint as ${name}`;

// From the uses of the discount to its orders, by indexes: other orders are not read.
const read = compiledSql<{ id: string }, DiscountFigures>(
  "analytics-discount",
  (p) => sql<DiscountFigures>`
    select currency_code, count(*) filter (where not is_canceled) as orders,
      count(*) filter (where is_canceled) as canceled_orders, ${sql.raw(
        [...["sales", "discounts"].map(amount), ...["refunds", "exchanges"].map(moved)].join(", "),
      )}
    from (select distinct used.order_id from discount code
      join order_discounts used on used.discount_id = code.id
      where code.id = ${p.id} or code.parent_discount_id = ${p.id}) uses
    join tradewind.analytics_order counted on counted.order_id = uses.order_id
    group by 1 order by count(*) desc, 1`,
);

/** What was bought with a discount or one of its dynamic codes, by currency. */
export const readDiscountFigures = (on: Connection, id: string): Promise<DiscountFigures[]> =>
  read(on, { id });
