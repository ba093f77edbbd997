import type { Backfill } from "./backfill.ts";
import { estimatedRows, pageOfIds } from "./page-of-ids.ts";

const PRODUCTS_PER_BATCH = 100;

// The lock lets a change by v1 wait, whose trigger then has the last word. The next statement sees what was changed before.
const LOCK_UNINDEXED = `
  select id from product
  where id = any($1) and deleted_at is null
    and (not exists (select from tradewind.product_search where product_id = product.id)
      or not exists (select from tradewind.product_text where product_id = product.id))
  order by id for update`;

export const productSearch: Backfill = {
  name: "product-search",
  title: "search of products",
  total: (client) => estimatedRows(client, "product"),
  async batch(client, place) {
    const page = await pageOfIds(client, { table: "product" }, { place, size: PRODUCTS_PER_BATCH });
    const { rows } = await client.query<{ id: string }>(LOCK_UNINDEXED, [page.ids]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await client.query("select tradewind.index_products($1)", [ids]);
      await client.query("select tradewind.index_product_texts($1)", [ids]);
    }
    return { place: page.place, rows: page.ids.length };
  },
};
