import { Type } from "typebox";
import type { Entity } from "../../../graph/entity.ts";
import type { View } from "../../../graph/selection.ts";
import { fieldsOfNewRow, fieldsOfRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, dates, equalTo, textFilter, where } from "../../../http/query-filters.ts";
import { body, ok, optional, text, view } from "../../../http/routes.ts";
import { fieldsOfChange, fieldsOfNew, inOrder } from "../../../http/written-fields.ts";
import { withStableShape } from "../../../kernel/with-stable-shape.ts";
import { productBodyOrder, withoutForeignKeyOf } from "../v1-shapes.ts";
import { hasTag, inPriceLists, isInDiscountCondition } from "./product-conditions-graph.ts";
import { pricedProduct, product, productStatuses } from "./products-graph.ts";
import {
  changedVariant,
  newVariantOfProduct,
  nullableList,
  sentMetadata,
  shortText,
} from "./variant-schemas.ts";

const label = { id: optional(text), value: shortText };

/** What a body has besides the columns that the description allows to write. */
const lists = {
  images: nullableList(Type.String({ minLength: 1, maxLength: 10_000 }), 500),
  type: optional(
    Type.Unsafe<{ value: string } | null>({
      type: ["object", "null"],
      properties: label,
      required: ["value"],
      additionalProperties: false,
    }),
  ),
  tags: nullableList(body(label), 1_000),
  categories: nullableList(body({ id: text }), 1_000),
  sales_channels: nullableList(body({ id: text }), 1_000),
  metadata: sentMetadata,
};

export const newProductBody = body({
  ...inOrder({ ...fieldsOfNew(product), ...lists }, productBodyOrder),
  options: nullableList(body({ title: shortText }), 100),
  variants: nullableList(newVariantOfProduct, 1_000),
  ...fieldsOfNewRow("product"),
});

export const productChangesBody = body({
  ...inOrder({ ...fieldsOfChange(product), ...lists }, productBodyOrder),
  variants: nullableList(changedVariant, 1_000),
  ...fieldsOfRow("product"),
});

export const metadataBody = body({ key: shortText, value: Type.String({ maxLength: 100_000 }) });

export const optionBody = body({ title: shortText });

/** The relations of a product that the administration shows. */
export const productRelations = [
  "variants",
  "variants.prices",
  "variants.options",
  "profiles",
  "images",
  "options",
  "options.values",
  "tags",
  "type",
  "collection",
  "categories",
  "sales_channels",
] as const;

/** See `showsPrices` for which of the two a response uses. */
export const adminProduct = { entity: pricedProduct, relations: productRelations };
export const adminProductWithoutPrices = { entity: product, relations: productRelations };

const list = <E extends Entity>(shown: View<E>) =>
  listQuery({
    view: shown,
    limit: 50,
    filters: {
      id: textFilter({ comparisons: false }),
      status: anyOf({ values: productStatuses, either: true }),
      price_list_id: where(inPriceLists, { list: true }),
      collection_id: anyOf(),
      tags: where(hasTag, { list: true }),
      title: equalTo(),
      description: equalTo(),
      handle: equalTo(),
      is_giftcard: equalTo("boolean"),
      type_id: anyOf(),
      discount_condition_id: where(isInDiscountCondition),
      created_at: dates(),
      updated_at: dates(),
      deleted_at: dates(),
    },
    parameters: {
      q: optional(Type.String({ description: "Searches titles, descriptions, variants and collections." })),
      category_id: optional(Type.Array(text)),
      include_category_children: optional(Type.Boolean()),
      sales_channel_id: optional(Type.Array(text)),
    },
  });

export const adminProducts = list(adminProduct);
export const adminProductsWithoutPrices = list(adminProductWithoutPrices);

export const productResponseSchema = ok({ product: shown("AdminProduct", adminProduct) });
const deletedFields = { object: text, deleted: Type.Boolean(), product: shown("AdminProduct", adminProduct) };
export const optionDeletedSchema = ok({ option_id: text, ...deletedFields });
export const variantDeletedSchema = ok({ variant_id: text, ...deletedFields });

export const tagUsageSchema = ok({
  tags: Type.Array(
    Type.Object({
      id: text,
      value: text,
      usage_count: Type.String({ description: "The number of products that have the tag." }),
    }),
  ),
});
export const typeListSchema = ok({ types: Type.Array(view("product_type")) });

/** A product has at most one shipping profile; admin clients expect it as `profile` and `profile_id`. */
export function withProfile<Product extends { profiles?: { id: string }[] }>(
  product: Product,
): Product & { profile?: { id: string }; profile_id?: string } {
  const [profile] = product.profiles ?? [];
  return profile ? withStableShape(product, { profile, profile_id: profile.id }) : product;
}

/** Collections and other entities with products show their products in the same way. */
export function withProductProfiles<Holder extends { products?: { profiles?: { id: string }[] }[] }>(
  holder: Holder,
): Holder {
  const { products } = holder;
  return products ? { ...holder, products: products.map(withProfile) } : holder;
}

export const toAdminProduct = <
  Product extends Parameters<typeof withoutForeignKeyOf>[0] & { profiles?: { id: string }[] },
>(
  product: Product,
  expand?: string,
) => withoutForeignKeyOf(withProfile(product), expand);

export const expands = (expand: string | undefined, relation: string): boolean =>
  (expand ?? "").split(",").some((path) => path.trim() === relation);

/** Prices are shown if a request expands variants and their prices, or has no `expand` at all. */
export const showsPrices = (expand: string | undefined): boolean =>
  expand === undefined || (expands(expand, "variants") && expands(expand, "variants.prices"));
