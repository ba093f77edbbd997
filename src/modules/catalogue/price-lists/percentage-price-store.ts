import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";

/** Products whose variants get prices. Null: whatever they are. */
export interface GoodsFilter {
  productIds: string[] | null;
  collectionIds: string[] | null;
  /** With the categories below them. */
  categoryIds: string[] | null;
  tagIds: string[] | null;
}

/** Gift cards are worth what they cost: no percentage changes them. */
const isAmong = (p: GoodsFilter) => sql`variant.deleted_at is null
  and exists (select 1 from product where product.id = variant.product_id and product.deleted_at is null
    and not product.is_giftcard
    and (${p.productIds}::text[] is null or product.id = any(${p.productIds}::text[]))
    and (${p.collectionIds}::text[] is null or product.collection_id = any(${p.collectionIds}::text[]))
    and (${p.tagIds}::text[] is null or exists (select 1 from product_tags tagged
      where tagged.product_id = product.id and tagged.product_tag_id = any(${p.tagIds}::text[])))
    and (${p.categoryIds}::text[] is null or exists (select 1 from product_category_product filed
      join product_category category on category.id = filed.product_category_id
      join product_category root on category.mpath like root.mpath || '%'
      where filed.product_id = product.id and root.id = any(${p.categoryIds}::text[]))))`;

type VariantPage = GoodsFilter & { after: string; limit: number };

const variantPage = compiledSql(
  "percentage-variants",
  (p: VariantPage) => sql<{ id: string }>`select variant.id from product_variant variant
    where variant.id > ${p.after} and ${isAmong(p)} order by variant.id limit ${p.limit}`,
);

/** The next variants in the order of their ids. */
export const findVariantIds = async (on: Connection, page: VariantPage): Promise<string[]> =>
  (await variantPage(on, page)).map(({ id }) => id);

interface Market {
  /** Null: every currency. */
  currencies: string[] | null;
}

/** A price that holds for every quantity, of no price list. */
const isRegular = (p: Market) => sql`price.deleted_at is null and price.price_list_id is null
  and price.min_quantity is null and price.max_quantity is null
  and (${p.currencies}::text[] is null or price.currency_code = any(${p.currencies}::text[]))`;

const countPrices = compiledSql(
  "percentage-count",
  (p: GoodsFilter & Market) => sql<{ variants: number; prices: number }>`
    select count(distinct variant.id)::int as variants, count(*)::int as prices
    from product_variant variant
    join product_variant_money_amount link on link.variant_id = variant.id
    join money_amount price on price.id = link.money_amount_id
    where ${isAmong(p)} and ${isRegular(p)}`,
);

export async function countRegularPrices(on: Connection, goods: GoodsFilter & Market) {
  const [counted] = await countPrices(on, goods);
  return counted!;
}

export interface RegularPrice {
  variant_id: string;
  product_title: string;
  variant_title: string;
  amount: number;
  currency_code: string;
  region_id: string | null;
  /** The price in the list that it replaces. */
  listed_id: string | null;
}

const regularPrices = compiledSql(
  "percentage-regular-prices",
  (p: Market & { ids: string[]; listId: string }) => sql<RegularPrice>`
    select variant.id as variant_id, product.title as product_title, variant.title as variant_title,
      price.amount, price.currency_code, price.region_id,
      (select listed.id from product_variant_money_amount listing
        join money_amount listed on listed.id = listing.money_amount_id
        where listing.variant_id = variant.id and listed.price_list_id = ${p.listId}
          and listed.deleted_at is null and listed.min_quantity is null and listed.max_quantity is null
          and listed.currency_code = price.currency_code and listed.region_id is not distinct from price.region_id
        order by listed.id limit 1) as listed_id
    from product_variant variant
    join product on product.id = variant.product_id
    join product_variant_money_amount link on link.variant_id = variant.id
    join money_amount price on price.id = link.money_amount_id
    left join region on region.id = price.region_id
    where variant.id = any(${p.ids}) and variant.deleted_at is null and ${isRegular(p)}
      and (price.region_id is null or region.deleted_at is null)
    order by variant.id, price.currency_code, price.region_id nulls first`,
);

export const readRegularPrices = (
  on: Connection,
  of: Market & { ids: string[]; listId: string },
): Promise<RegularPrice[]> => regularPrices(on, of);
