import type { Backfill } from "./backfill.ts";
import { estimatedRows, pageOfIds } from "./page-of-ids.ts";

const ORDERS_PER_BATCH = 500;

// The words are those of tradewind.index_orders(). An order that has a row stays as it is: a trigger has written it, maybe
// with words that are newer than those that this statement sees.
const INDEX = `
  insert into tradewind.order_search (order_id, words)
  select placed.id, concat_ws(E'\\n', placed.display_id, placed.email, goal.first_name,
    buyer.first_name, buyer.last_name, buyer.phone)
  from "order" placed
  left join address goal on goal.id = placed.shipping_address_id
  left join customer buyer on buyer.id = placed.customer_id
  where placed.id = any($1)
  order by placed.id
  on conflict do nothing`;

export const orderSearch: Backfill = {
  name: "order-search",
  title: "search of orders",
  total: (client) => estimatedRows(client, '"order"'),
  async batch(client, place) {
    const page = await pageOfIds(client, { table: '"order"' }, { place, size: ORDERS_PER_BATCH });
    await client.query(INDEX, [page.ids]);
    return { place: page.place, rows: page.ids.length };
  },
};
