import type { Backfill } from "./backfill.ts";
import { estimatedRows, pageOfIds } from "./page-of-ids.ts";

const FULFILLMENTS_PER_BATCH = 1_000;

const RECORD = "insert into tradewind.fulfillment_stock select * from tradewind.stock_packed_by_v1($1)";

export const fulfillmentStock: Backfill = {
  name: "fulfillment-stock",
  title: "stock of fulfilments",
  total: (client) => estimatedRows(client, "fulfillment"),
  async batch(client, place) {
    const page = await pageOfIds(client, { table: "fulfillment" }, { place, size: FULFILLMENTS_PER_BATCH });
    await client.query(RECORD, [page.ids]);
    return { place: page.place, rows: page.ids.length };
  },
};
