import type { Backfill } from "./backfill.ts";
import { estimatedRows, pageOfIds } from "./page-of-ids.ts";

const ROWS_PER_BATCH = 500;

interface SearchText {
  name: string;
  title: string;
  /** As SQL has it: `"order"`. */
  table: string;
  /** `$1` are ids. */
  insert: string;
}

// A row that has a text stays as it is: a trigger has written it, maybe with words that are newer than those that this statement sees.
const searchText = ({ name, title, table, insert }: SearchText): Backfill => ({
  name,
  title,
  total: (client) => estimatedRows(client, table),
  async batch(client, place) {
    const page = await pageOfIds(client, { table }, { place, size: ROWS_PER_BATCH });
    await client.query(`${insert} on conflict do nothing`, [page.ids]);
    return { place: page.place, rows: page.ids.length };
  },
});

export const orderSearch = searchText({
  name: "order-search",
  title: "search of orders",
  table: '"order"',
  insert: `insert into tradewind.order_search (order_id, words)
    select placed.id, tradewind.order_words(placed.display_id, placed.email,
      array[placed.shipping_address_id, placed.billing_address_id], placed.customer_id)
    from "order" placed where placed.id = any($1) order by placed.id`,
});

export const customerSearch = searchText({
  name: "customer-search",
  title: "search of customers",
  table: "customer",
  insert: `insert into tradewind.customer_search (customer_id, words)
    select id, tradewind.customer_words(id) from customer where id = any($1) order by id`,
});

export const draftOrderSearch = searchText({
  name: "draft-order-search",
  title: "search of draft orders",
  table: "draft_order",
  insert: `insert into tradewind.draft_order_search (draft_order_id, words)
    select id, tradewind.draft_order_words(id) from draft_order where id = any($1) order by id`,
});
