import type { Backfill } from "./backfill.ts";

/** Locks no row that others change. If a server is counting at this moment, it counts these later. */
export const productListSegments: Backfill = {
  name: "product-list-segments",
  title: "pages of products",
  total: async () => 1,
  async batch(client) {
    await client.query("insert into tradewind.product_change default values");
    await client.query("select tradewind.count_product_segments()");
    return { place: null, rows: 1 };
  },
};
