import { Type } from "typebox";
import { type Entity, through } from "../../../graph/entity.ts";
import type { View } from "../../../graph/selection.ts";
import { listQuery, selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, dates, equalTo, numbers, textFilter, where } from "../../../http/query-filters.ts";
import { body, ok, optional } from "../../../http/routes.ts";
import {
  type PriceQuery,
  productPriceReads,
  type RequestPriceFacts,
  withoutInternal,
  withPrices,
  withStoredPrices,
} from "../pricing/index.ts";
import { relationsForKeys } from "../v1-shapes.ts";
import { hasTag } from "./product-conditions-graph.ts";
import { expands, showsPrices } from "./product-schemas.ts";
import { type ProductRow, pricedProduct, pricedVariant, product } from "./products-graph.ts";

const productRelations = [
  "variants",
  "variants.prices",
  "variants.options",
  "options",
  "options.values",
  "images",
  "tags",
  "collection",
  "type",
  "profiles",
];

const productFields = Object.keys(pricedProduct.columns);

const withPublicCategories = <E extends Entity>(of: E): E => ({
  ...of,
  relations: {
    ...of.relations,
    categories: through(
      "open_product_category",
      "product_category_product",
      "product_id",
      "product_category_id",
    ),
  },
});

const storeProduct = {
  entity: withPublicCategories(pricedProduct),
  relations: productRelations,
  allowedFields: [...productFields, "variants.title", "variants.prices.amount"],
  allowedRelations: [
    ...productRelations,
    "variants.inventory_items",
    "sales_channels",
    "categories",
    "presentation",
  ],
  sortedThrough: ["variants.title", "variants.prices.amount"],
};

/** If prices are not shown (see `priceViewFor`), `fields` must not reveal prices of customer groups. */
const storeProductWithoutPrices = {
  ...storeProduct,
  entity: withPublicCategories(product),
  allowedFields: [...productFields, "variants.title"],
};

export const searchHit = {
  entity: product,
  relations: ["images", "tags", "collection", "type"],
};

export const storeVariant = {
  entity: pricedVariant,
  relations: ["prices", "options", "product"],
  allowedRelations: ["prices", "options", "product", "inventory_items"],
};

const priceParameters = {
  cart_id: optional(Type.String()),
  region_id: optional(Type.String()),
  currency_code: optional(Type.String()),
};

const channels = optional(Type.Array(Type.String(), { description: "Only products in these channels." }));

const list = <E extends Entity>(shown: View<E>) =>
  listQuery({
    view: shown,
    limit: 100,
    filters: {
      id: textFilter({ comparisons: false }),
      collection_id: anyOf(),
      tags: where(hasTag, { list: true }),
      title: equalTo(),
      description: equalTo(),
      handle: equalTo(),
      is_giftcard: equalTo("boolean"),
      type_id: anyOf(),
      created_at: dates(),
      updated_at: dates(),
    },
    parameters: {
      ...priceParameters,
      q: optional(Type.String({ description: "Searches titles, descriptions, variants and collections." })),
      sales_channel_id: channels,
      category_id: optional(Type.Array(Type.String())),
      include_category_children: optional(Type.Boolean()),
    },
  });

export const storeProducts = list(storeProduct);
const storeProductsWithoutPrices = list(storeProductWithoutPrices);

export const storeVariants = listQuery({
  view: storeVariant,
  limit: 100,
  takes: ["fields", "expand"],
  filters: {
    id: textFilter({ comparisons: false }),
    title: textFilter({ comparisons: false }),
    inventory_quantity: numbers(),
  },
  parameters: { ...priceParameters, ids: optional(Type.String()), sales_channel_id: optional(Type.String()) },
});

/** The query of routes that return a single entity. */
export const singleItemQuery = Type.Object(
  {
    ...priceParameters,
    sales_channel_id: optional(Type.String()),
    ...selectionQuery.properties,
  },
  { additionalProperties: false },
);

export const searchBody = body({
  q: optional(Type.String({ maxLength: 500 })),
  offset: optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  limit: optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  filter: optional(Type.Unknown()),
});

export const hitsSchema = ok({ hits: Type.Array(shown("StoreProductHit", searchHit)) });
export const variantListSchema = ok({
  variants: Type.Array(shown("StoreVariant", storeVariant, ["prices"])),
});

/** Adds the shipping profile's id, with which storefronts find shipping options, unless the request selects fields. */
export function withProfileId<Product extends { profiles?: { id: string }[] }>(
  product: Product,
  { fields }: { fields?: string },
): Product & { profile_id?: string | null } {
  const { profiles } = product;
  return profiles && fields === undefined ? { ...product, profile_id: profiles[0]?.id ?? null } : product;
}

/** Adds the relations that a storefront with a key sees by default. */
export const withChannelsShown = <Query extends { expand?: string }>(query: Query): Query =>
  query.expand
    ? query
    : { ...query, expand: [...defaultRelations(query.expand), ...relationsForKeys].join(",") };

/** An empty `expand` expands nothing. */
const defaultRelations = (expand: string | undefined) => (expand === undefined ? storeProduct.relations : []);

const priced = { one: storeProduct, list: storeProducts };
const unpriced = { one: storeProductWithoutPrices, list: storeProductsWithoutPrices };

/** As in v1, `expand=variants,variants.prices` selects prices, and `variants.prices` alone shows the stored prices. */
export function priceViewFor(expand: string | undefined, priceQuery: PriceQuery) {
  if (showsPrices(expand)) {
    const toResponse = (rows: ProductRow[], facts: RequestPriceFacts | null) =>
      withPrices(rows, facts, "storefront");
    return { ...priced, priceQuery, reads: productPriceReads(priceQuery), toResponse };
  }
  const noPriceQuery = { priceQuery: {}, reads: productPriceReads({}) };
  return expands(expand, "variants.prices")
    ? { ...priced, ...noPriceQuery, toResponse: (rows: ProductRow[]) => withStoredPrices(rows) }
    : { ...unpriced, ...noPriceQuery, toResponse: (rows: ProductRow[]) => rows.map(withoutInternal) };
}
