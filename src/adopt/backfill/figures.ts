import type { Backfill } from "./backfill.ts";

// As migrations/0011_analytics.sql does for a shop of Tradewind. A job counts them later, the newest first.
const QUEUE = `
  insert into tradewind.analytics_order_change (order_id) select id from "order" order by created_at desc;
  insert into tradewind.analytics_cart_change (cart_id, created_at, reached)
    select id, created_at, 32 from cart where type = 'default' order by created_at desc`;

/** One statement for each table: it only adds rows to queues, and locks nothing that v1 needs. */
export const figures: Backfill = {
  name: "figures",
  title: "figures of the shop",
  total: async () => 1,
  async batch(client) {
    await client.query(QUEUE);
    return { place: null, rows: 1 };
  },
};
