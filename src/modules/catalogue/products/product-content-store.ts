import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { storedColumns } from "../../../graph/written-row.ts";
import type { OptionValue, ProductOption } from "./product-option.ts";
import { productVariant } from "./products-graph.ts";
import type { ProductContent, VariantSnapshot } from "./variant-plan.ts";

/** SQL: the options of a product as JSON. */
export const optionsOf = (productId: RawBuilder<unknown>) => sql<ProductOption[]>`
      coalesce((select json_agg(json_build_object('id', option.id, 'title', option.title)
          order by option.created_at, option.id)
        from product_option option
        where option.product_id = ${productId} and option.deleted_at is null), '[]'::json)`;

export const variantColumns = storedColumns("product_variant", productVariant);

const storedVariant = sql.join(
  variantColumns.map((name) =>
    name === "variant_rank"
      ? sql`coalesce(variant.variant_rank, 0) as variant_rank`
      : sql.ref(`variant.${name}`),
  ),
);

/** SQL: the variants of a product as JSON. */
export const variantsOf = (productId: RawBuilder<unknown>) => sql<VariantSnapshot[]>`
      coalesce((select json_agg(known order by known.variant_rank, known.id) from (
        select ${storedVariant},
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

const insert = compiledReturningWrite(
  "option-insert",
  { inserts: ["product_option"] },
  (p: { rows: string }) => sql`insert into product_option (id, title, product_id)
    select id, title, product_id from json_populate_recordset(null::product_option, ${p.rows}::json)`,
);

const rename = compiled("option-rename", (db, p: ProductOption) =>
  db.updateTable("product_option").set({ title: p.title, updated_at: sql`now()` }).where("id", "=", p.id),
);

const remove = compiledReturningWrite(
  "option-delete",
  { updates: ["product_option_value", "product_option"] },
  (p: { id: string }) => sql`
    with chosen as (
      update product_option_value set deleted_at = now() where option_id = ${p.id} and deleted_at is null)
    update product_option set deleted_at = now() where id = ${p.id} and deleted_at is null`,
);

const saveAll = compiledReturningWrite(
  "option-values-save",
  { inserts: ["product_option_value"], updates: ["product_option_value"] },
  (p: { rows: string }) => sql`insert into product_option_value (id, value, option_id, variant_id)
    select id, value, option_id, variant_id
    from json_populate_recordset(null::product_option_value, ${p.rows}::json)
    on conflict (id) do update set value = excluded.value, updated_at = now()`,
);

export async function insertOptions(
  tx: Tx,
  productId: string,
  options: readonly ProductOption[],
): Promise<void> {
  if (options.length === 0) return;
  const rows = options.map((option) => ({ ...option, product_id: productId }));
  await insert(tx, { rows: JSON.stringify(rows) });
}

export async function saveOption(tx: Tx, option: ProductOption): Promise<void> {
  await rename(tx, option);
}

/** Deletes the option with its values. */
export async function deleteOptionRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

/** Inserts new values and updates existing ones. */
export async function saveValues(tx: Tx, values: readonly OptionValue[]): Promise<void> {
  if (values.length > 0) await saveAll(tx, { rows: JSON.stringify(values) });
}
