import { type Condition, containingWords, type Filter, isLike, wordsFilter } from "../../../graph/filter.ts";
import type { Extra } from "../../../graph/graph.ts";
import type { OffsetIndex } from "../../../graph/offset-index.ts";
import { DEFAULT_CHANNEL } from "../../shop/sales-channels/index.ts";
import { isPublicCategory } from "../categories/index.ts";

/** A constant instead of a parameter, so that the indexes of published products can be used. */
export const isPublished = (row: string) => `${row}.status = 'published'`;

export const published: Condition = { name: "product-published", sql: isPublished };

/** SQL: whether the product with this id is published. */
const isPublishedById = (product: string) =>
  `exists (select 1 from product shown where shown.id = ${product} and ${isPublished("shown")})`;

/** The same for a list of variants. */
export const ofPublishedProduct: Condition = {
  name: "variant-of-published-product",
  sql: (row) => isPublishedById(`${row}.product_id`),
};

/** Reads whether a product, or the product of a variant, is published. `product` is the column with the product's id. */
export const readsPublished = (product: "id" | "product_id"): Extra<"$published", boolean> => ({
  name: "$published",
  values: [],
  sql: (row) => isPublishedById(`${row}.${product}`),
});

/** SQL: whether a product is in one of these channels; deleted channels do not count. */
export const isSoldIn = (product: string, channels: string) =>
  `exists (select 1 from product_sales_channel sold where sold.product_id = ${product}
    and sold.sales_channel_id = any(array(select channel.id from sales_channel channel
      where channel.id = any(${channels}::text[]) and channel.deleted_at is null)))`;

export const soldIn: Condition = {
  name: "product-sold-in",
  sql: (row, channels) => isSoldIn(`${row}.id`, channels),
};

const soldInChannel = (row: string, channel: string, end = "") =>
  `exists (select 1 from product_sales_channel sold where sold.product_id = ${row}.id
    and sold.sales_channel_id = ${channel}${end})`;

/** The check that the channel exists does not depend on the row, so it runs once per statement. */
export const soldInOne: Condition = {
  name: "product-sold-in-one",
  sql: (row, channel) =>
    `(${soldInChannel(row, channel)}
      and exists (select 1 from sales_channel channel where channel.id = ${channel} and channel.deleted_at is null))`,
};

// Beside an "or", PostgreSQL would read all products of the channel into a hash table for a page of twenty, unless there is an offset.
const BY_INDEX = " offset 0";

/** In the store's default channel. As in v1 a store without one shows everything. */
export const soldInDefault: Condition = {
  name: "product-sold-in-default",
  sql: (row) => `(${soldInChannel(row, DEFAULT_CHANNEL, BY_INDEX)} or ${DEFAULT_CHANNEL} is null)`,
};

const isInCategories = (row: string, categories: string) =>
  `exists (select 1 from product_category_product filed where filed.product_id = ${row}.id
    and filed.product_category_id = any(${categories}))`;

/** SQL: the categories and their descendants that match the condition. */
const categoryTrees = (roots: string, condition: (category: string) => string) =>
  `array(select below.id from product_category root
    join product_category below on below.mpath like root.mpath || '%'
    where root.id = any(${roots}::text[]) and ${condition("below")})`;

export const inCategories: Condition = {
  name: "product-in-categories",
  sql: (row, categories) => isInCategories(row, `${categories}::text[]`),
};

/** In one of these categories or their descendants. */
export const inCategoryTrees: Condition = {
  name: "product-in-category-trees",
  sql: (row, categories) =>
    isInCategories(
      row,
      categoryTrees(categories, () => "true"),
    ),
};

/** In one of these categories that is public. */
export const inPublicCategories: Condition = {
  name: "product-in-open-categories",
  sql: (row, categories) =>
    isInCategories(
      row,
      `array(select open.id from product_category open
        where open.id = any(${categories}::text[]) and ${isPublicCategory("open")})`,
    ),
};

/** In a public category among these categories and their descendants. */
export const inPublicCategoryTrees: Condition = {
  name: "product-in-open-category-trees",
  sql: (row, categories) => isInCategories(row, categoryTrees(categories, isPublicCategory)),
};

export const hasTag: Condition = {
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

export const isInDiscountCondition: Condition = {
  name: "product-in-discount-condition",
  sql: (row, condition) =>
    `exists (select 1 from discount_condition_product named where named.product_id = ${row}.id
      and named.condition_id = ${condition})`,
};

/**
 * `q`: a part of the title, the description, a variant's title or SKU, or the collection's title. The conditions are on
 * the product's own columns, so that the planner can choose: for a frequent word it scans the list, for a rare word it uses
 * the trigram indexes. The choice depends on the word, so the statement is planned each time. Of variants and collections
 * the newest 10,000 are read, as many as are counted. The parameter is a pattern.
 */
export const matchesSearch: Condition = {
  name: "product-mentions",
  isPlannedEachTime: true,
  sql: (row, pattern) =>
    `(${isLike(`${row}.title`, pattern)} or ${isLike(`${row}.description`, pattern)}
      or ${row}.id = any(array(
        (select found.product_id from product_variant found
          where (${isLike("found.title", pattern)} or ${isLike("found.sku", pattern)}) and found.deleted_at is null
          order by found.created_at desc, found.id desc limit 10000)
        union all
        (select found.id from product_collection named cross join lateral (
            select newest.id from product newest
            where newest.collection_id = named.id and newest.deleted_at is null
            order by newest.created_at desc, newest.id desc limit 10000) found
          where ${isLike("named.title", pattern)} and named.deleted_at is null limit 10000))))`,
};

/**
 * `q` of admins. One word is searched as above. Of several words each is in the text of the product
 * (migrations/0020_search_and_views.sql) or in the title of its collection. The newest 10,000 hits are read, as many as are counted.
 */
export function productsMentioning(text: string): Filter {
  const patterns = containingWords(text);
  return patterns.length === 1
    ? { kind: "custom", condition: matchesSearch, value: patterns[0], withFields: true }
    : wordsFilter(patterns, { name: "product-mentions-words", sql: mentionsWords });
}

const newest = "order by named.created_at desc, named.id desc limit 10000";

const hasAll = (patterns: readonly string[], has: (pattern: string) => string) =>
  patterns.map((pattern) => `(${has(pattern)})`).join(" and ");

const inText = (pattern: string) => `found.words like lower(${pattern})`;

const productsWithText = (patterns: readonly string[]) =>
  `select named.id from tradewind.product_text found
    join product named on named.id = found.product_id and named.deleted_at is null
    where ${hasAll(patterns, inText)} ${newest}`;

const mentionsWords = (row: string, patterns: readonly string[]) => {
  const inCollection = (pattern: string) => isLike("chosen.title", pattern);
  return `${row}.id = any(array(
    (${productsWithText(patterns)})
    union all
    (select named.id from product_collection chosen
      join product named on named.collection_id = chosen.id and named.deleted_at is null
      join tradewind.product_text found on found.product_id = named.id
      where chosen.deleted_at is null and (${patterns.map(inCollection).join(" or ")})
        and ${hasAll(patterns, (pattern) => `${inText(pattern)} or ${inCollection(pattern)}`)} ${newest})))`;
};

/** The offset index of the lists of products that have no other filter (migrations/0004_search_and_positions.sql). */
export const productOffsetIndex: OffsetIndex = {
  order: "-created_at",
  lists: [
    { conditions: [], rowAt: (offset) => `tradewind.product_at('', ${offset})` },
    {
      conditions: [published.name, soldInDefault.name],
      rowAt: (offset) => `tradewind.product_at_default(${offset})`,
    },
    {
      conditions: [published.name, soldInOne.name],
      rowAt: (offset, [channel]) => `tradewind.product_at(${channel}, ${offset})`,
    },
  ],
  maintain: "select tradewind.count_product_segments()",
};

/** `q`: a part of the title, the SKU or the product's title, each with its own index. The parameter is a pattern. */
export const variantMatchesSearch: Condition = {
  name: "variant-mentions",
  sql: (row, pattern) =>
    `${row}.id in (
      select found.id from product_variant found where ${isLike("found.title", pattern)} and found.deleted_at is null
      union select found.id from product_variant found where ${isLike("found.sku", pattern)} and found.deleted_at is null
      union select found.id from product_variant found
        join product on product.id = found.product_id and product.deleted_at is null
        where ${isLike("product.title", pattern)} and found.deleted_at is null)`,
};

/** Of several words each is in the title or the SKU of the variant, or in the title of its product. */
export function variantsMentioning(text: string): Filter {
  const patterns = containingWords(text);
  return patterns.length === 1
    ? { kind: "custom", condition: variantMatchesSearch, value: patterns[0], withFields: true }
    : wordsFilter(patterns, { name: "variant-mentions-words", sql: variantMentionsWords });
}

// The text of the product finds the products, the newest 10,000; which of their variants are meant, their own columns say.
const variantMentionsWords = (row: string, patterns: readonly string[]) => {
  const titleOfProduct = `(select title from product where product.id = ${row}.product_id)`;
  const inVariant = (pattern: string) =>
    [`${row}.title`, `${row}.sku`, titleOfProduct].map((text) => isLike(text, pattern)).join(" or ");
  return `${row}.product_id = any(array(${productsWithText(patterns)})) and ${hasAll(patterns, inVariant)}`;
};
