import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";

/** What each of some products is linked with from now on, and with nothing else. */
export type LinksOfProducts = ReadonlyMap<string, readonly string[]>;

interface Links {
  productIds: string[];
  owners: string[];
  ids: string[];
}

function linksOfMany(table: string, column: string, { isOrdered = false } = {}) {
  const other = sql.ref(column);
  const name = sql.table(table);
  const position = isOrdered ? sql`, position` : sql``;
  const place = isOrdered ? sql`, row_number() over (partition by product_id order by place) - 1` : sql``;
  const conflict = isOrdered
    ? sql`(product_id, ${other}) do update set position = excluded.position`
    : sql`do nothing`;
  const remove = compiledReturningWrite(
    `${table}-remove-many`,
    { deletes: [table] },
    (p: Links) => sql`delete from ${name} link where product_id = any(${p.productIds}) and not exists (
      select from unnest(${p.owners}::text[], ${p.ids}::text[]) kept(product_id, id)
      where kept.product_id = link.product_id and kept.id = link.${other})`,
  );
  const put = compiledReturningWrite(
    `${table}-put-many`,
    { inserts: [table] },
    (p: Omit<Links, "productIds">) => sql`insert into ${name} (product_id, ${other}${position})
      select product_id, id${place}
      from unnest(${p.owners}::text[], ${p.ids}::text[]) with ordinality sent(product_id, id, place)
      order by product_id, id on conflict ${conflict}`,
  );
  return async (tx: Tx, links: LinksOfProducts, { areNew = false } = {}): Promise<void> => {
    const pairs = [...links].flatMap(([productId, ids]) => [...new Set(ids)].map((id) => [productId, id]));
    const owners = pairs.map(([productId]) => productId!);
    const ids = pairs.map(([, id]) => id!);
    if (!areNew && links.size > 0) await remove(tx, { productIds: [...links.keys()], owners, ids });
    if (pairs.length > 0) await put(tx, { owners, ids });
  };
}

export const putTagsOfMany = linksOfMany("product_tags", "product_tag_id");
export const putCategoriesOfMany = linksOfMany("product_category_product", "product_category_id");
export const putChannelsOfMany = linksOfMany("product_sales_channel", "sales_channel_id");
export const putProfileOfMany = linksOfMany("product_shipping_profile", "profile_id");
export const putImagesOfMany = linksOfMany("product_images", "image_id", { isOrdered: true });
