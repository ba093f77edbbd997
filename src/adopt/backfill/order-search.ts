import type { Backfill } from "./backfill.ts";
import { estimatedRows, pageOfIds } from "./page-of-ids.ts";

const ORDERS_PER_BATCH = 500;

// An order that has a row stays as it is: a trigger has written it, maybe with words that are newer than those that this
// statement sees.
const INDEX = `
  insert into tradewind.order_search (order_id, words)
  select placed.id, tradewind.order_words(placed.display_id, placed.email,
    array[placed.shipping_address_id, placed.billing_address_id], placed.customer_id)
  from "order" placed
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
