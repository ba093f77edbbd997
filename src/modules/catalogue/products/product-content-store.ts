import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { ProductOption } from "./product-option.ts";
import type { ProductContent, VariantSnapshot } from "./variant-plan.ts";

/** SQL: the options of a product as JSON. */
export const optionsOf = (productId: RawBuilder<unknown>) => sql<ProductOption[]>`
      coalesce((select json_agg(json_build_object('id', option.id, 'title', option.title)
          order by option.created_at, option.id)
        from product_option option
        where option.product_id = ${productId} and option.deleted_at is null), '[]'::json)`;

/** SQL: the variants of a product as JSON. */
export const variantsOf = (productId: RawBuilder<unknown>) => sql<VariantSnapshot[]>`
      coalesce((select json_agg(known order by known.variant_rank, known.id) from (
        select variant.id, variant.product_id, variant.title, variant.sku, variant.barcode, variant.ean, variant.upc,
          coalesce(variant.variant_rank, 0) as variant_rank, variant.inventory_quantity, variant.allow_backorder,
          variant.manage_inventory, variant.weight, variant.length, variant.height, variant.width, variant.hs_code,
          variant.origin_country, variant.mid_code, variant.material, variant.metadata,
          coalesce((select json_agg(json_build_object('id', chosen.id, 'option_id', chosen.option_id,
              'variant_id', chosen.variant_id, 'value', chosen.value) order by chosen.created_at, chosen.id)
            from product_option_value chosen
            where chosen.variant_id = variant.id and chosen.deleted_at is null), '[]'::json) as values,
          coalesce((select json_agg(json_build_object('id', price.id, 'variant_id', variant.id,
              'currency_code', price.currency_code, 'region_id', price.region_id, 'amount', price.amount,
              'min_quantity', price.min_quantity, 'max_quantity', price.max_quantity)
              order by price.created_at, price.id)
            from product_variant_money_amount link join money_amount price on price.id = link.money_amount_id
            where link.variant_id = variant.id and price.price_list_id is null
              and price.deleted_at is null), '[]'::json) as prices
        from product_variant variant
        where variant.product_id = ${productId} and variant.deleted_at is null) known), '[]'::json)`;

const content = compiledSql(
  "product-content",
  (p: { id: string }) => sql<{ options: ProductOption[]; variants: VariantSnapshot[] }>`
    select ${optionsOf(sql`${p.id}`)} as options, ${variantsOf(sql`${p.id}`)} as variants`,
);

/** Reads options and variants with their values and prices, without prices of price lists. */
export async function readContent(tx: Tx, productId: string): Promise<ProductContent> {
  const [found] = await content(tx, { id: productId });
  return { productId, ...found! };
}
