import type { Condition } from "../../graph/filter.ts";

/** Sold in one of these channels; null stands for the shop's default channel. */
export const soldIn: Condition = {
  name: "product-sold-in",
  sql: (row, channels) =>
    `exists (select 1 from product_sales_channel sold where sold.product_id = ${row}.id and sold.sales_channel_id =
      any(coalesce(${channels}::text[], array(select store.default_sales_channel_id::text from store))))`,
};

export const inCategories: Condition = {
  name: "product-in-categories",
  sql: (row, categories) =>
    `exists (select 1 from product_category_product filed where filed.product_id = ${row}.id
      and filed.product_category_id = any(${categories}::text[]))`,
};

/** In one of these categories or below it. */
export const inCategoryTrees: Condition = {
  name: "product-in-category-trees",
  sql: (row, categories) =>
    `exists (select 1 from product_category_product filed where filed.product_id = ${row}.id
      and filed.product_category_id = any(array(
        select below.id from product_category root
        join product_category below on below.mpath like root.mpath || '%'
        where root.id = any(${categories}::text[]))))`,
};

export const taggedWith: Condition = {
  name: "product-tagged-with",
  sql: (row, tags) =>
    `exists (select 1 from product_tags tagged where tagged.product_id = ${row}.id
      and tagged.product_tag_id = any(${tags}::text[]))`,
};

export const inPriceLists: Condition = {
  name: "product-in-price-lists",
  sql: (row, lists) =>
    `${row}.id in (select variant.product_id from money_amount price
      join product_variant_money_amount link on link.money_amount_id = price.id
      join product_variant variant on variant.id = link.variant_id and variant.deleted_at is null
      where price.deleted_at is null and price.price_list_id = any(${lists}::text[]))`,
};

export const namedByDiscountCondition: Condition = {
  name: "product-in-discount-condition",
  sql: (row, condition) =>
    `exists (select 1 from discount_condition_product named where named.product_id = ${row}.id
      and named.condition_id = ${condition})`,
};

/**
 * `q`: a part of the title, the description, a variant's title or SKU, or the collection's title. Each place is looked
 * up by its own trigram index and the finds are put together; one condition over all of them could use none.
 * The parameter is a pattern.
 */
export const mentions: Condition = {
  name: "product-mentions",
  sql: (row, pattern) =>
    `${row}.id in (
      select found.id from product found where found.title ilike ${pattern} and found.deleted_at is null
      union select found.id from product found where found.description ilike ${pattern} and found.deleted_at is null
      union select found.id from product found where found.handle ilike ${pattern} and found.deleted_at is null
      union select found.product_id from product_variant found
        where found.title ilike ${pattern} and found.deleted_at is null
      union select found.product_id from product_variant found
        where found.sku ilike ${pattern} and found.deleted_at is null
      union select found.id from product found join product_collection collection
        on collection.id = found.collection_id and collection.deleted_at is null
        where collection.title ilike ${pattern} and found.deleted_at is null)`,
};
