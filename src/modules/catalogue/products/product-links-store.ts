import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";

interface Links {
  productId: string;
  ids: string[];
}

/** Takes the place of all links that the product has in the table. */
function links(table: string, column: string) {
  const other = sql.ref(column);
  const replace = compiledReturningWrite(
    `${table}-replace`,
    { inserts: [table], deletes: [table] },
    (p: Links) => sql`
      with gone as (
        delete from ${sql.table(table)} where product_id = ${p.productId} and not ${other} = any(${p.ids}))
      insert into ${sql.table(table)} (product_id, ${other})
      select ${p.productId}, id from unnest(${p.ids}::text[]) id on conflict do nothing`,
  );
  return async (tx: Tx, productId: string, ids: readonly string[]): Promise<void> => {
    await replace(tx, { productId, ids: [...new Set(ids)].sort() });
  };
}

const replaceImages = compiledReturningWrite(
  "product_images-replace",
  { inserts: ["product_images"], updates: ["product_images"], deletes: ["product_images"] },
  (p: Links) => sql`
    with gone as (
      delete from product_images where product_id = ${p.productId} and not image_id = any(${p.ids}))
    insert into product_images (product_id, image_id, position)
    select ${p.productId}, id, place - 1 from unnest(${p.ids}::text[]) with ordinality as sent(id, place)
    on conflict (product_id, image_id) do update set position = excluded.position`,
);

export const putTags = links("product_tags", "product_tag_id");
export const putCategories = links("product_category_product", "product_category_id");
export const putChannels = links("product_sales_channel", "sales_channel_id");
export const putProfile = links("product_shipping_profile", "profile_id");

/** In the order of the ids. */
export async function putImages(tx: Tx, productId: string, ids: string[]): Promise<void> {
  await replaceImages(tx, { productId, ids });
}
