import {
  boolean,
  type Column,
  entity,
  integer,
  json,
  many,
  one,
  oneOf,
  softDeletedColumns,
  text,
  through,
} from "../../../graph/entity.ts";
import type { SelectedRow } from "../../../graph/row.ts";
import type { TaxRate } from "../pricing/index.ts";
import { isPublished, productOffsetIndex } from "./product-conditions-graph.ts";
import { variantInventory } from "./variant-inventory-graph.ts";

/** A title from v1 may be longer than PostgreSQL can index. */
const sortableTitle: Column<string> = { ...text.required, sort: (row) => `left(${row}.title, 250)` };

export const product = entity({
  name: "product",
  columns: {
    ...softDeletedColumns,
    title: sortableTitle,
    subtitle: text.nullable,
    description: text.nullable,
    handle: text.nullable,
    is_giftcard: boolean.required,
    status: oneOf("draft", "proposed", "published", "rejected").required,
    thumbnail: text.nullable,
    weight: integer.nullable,
    length: integer.nullable,
    height: integer.nullable,
    width: integer.nullable,
    hs_code: text.nullable,
    origin_country: text.nullable,
    mid_code: text.nullable,
    material: text.nullable,
    collection_id: text.nullable,
    type_id: text.nullable,
    discountable: boolean.required,
    external_id: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    images: {
      ...through("image", "product_images", "product_id", "image_id"),
      linkOrder: ["position"],
    },
    options: many("product_option", "product_id"),
    variants: many("product_variant", "product_id", { order: ["variant_rank", "id"] }),
    categories: through("product_category", "product_category_product", "product_id", "product_category_id"),
    profiles: through("shipping_profile", "product_shipping_profile", "product_id", "profile_id"),
    collection: one("product_collection", "collection_id"),
    type: one("product_type", "type_id"),
    tags: through("product_tag", "product_tags", "product_id", "product_tag_id"),
    sales_channels: through("sales_channel", "product_sales_channel", "product_id", "sales_channel_id"),
  },
  offsetIndex: productOffsetIndex,
  added: {
    profile_id: { type: ["string", "null"], description: "The first of its shipping profiles." },
    profile: { anyOf: [{ $ref: "ShippingProfile" }, { type: "null" }] },
  },
});

const amount = { type: ["integer", "null"] };
const flag = { type: ["boolean", "null"] };

/** With a region, a currency or a cart. */
const selectedPrices = {
  original_price: amount,
  calculated_price: amount,
  original_price_incl_tax: amount,
  calculated_price_incl_tax: amount,
  original_tax: amount,
  calculated_tax: amount,
  original_price_includes_tax: flag,
  calculated_price_includes_tax: flag,
  calculated_price_type: { type: ["string", "null"] },
  tax_rates: {
    type: ["array", "null"],
    items: {
      type: "object",
      required: ["rate", "name", "code"],
      properties: {
        rate: { type: ["number", "null"] },
        name: { type: "string" },
        code: { type: ["string", "null"] },
      },
    },
  },
};

export const productVariant = entity({
  name: "product_variant",
  columns: {
    ...softDeletedColumns,
    title: text.required,
    product_id: text.required,
    sku: text.nullable,
    barcode: text.nullable,
    ean: text.nullable,
    upc: text.nullable,
    variant_rank: integer.nullable,
    inventory_quantity: integer.required,
    allow_backorder: boolean.required,
    manage_inventory: boolean.required,
    hs_code: text.nullable,
    origin_country: text.nullable,
    mid_code: text.nullable,
    material: text.nullable,
    weight: integer.nullable,
    length: integer.nullable,
    height: integer.nullable,
    width: integer.nullable,
    metadata: json.nullable,
    purchasable: {
      ...boolean.nullable,
      computed: true,
      description: "In shops with stock locations: whether the variant is in stock.",
    },
  },
  relations: {
    product: one("product", "product_id", { nullable: false }),
    prices: through("money_amount", "product_variant_money_amount", "variant_id", "money_amount_id"),
    options: many("product_option_value", "variant_id"),
    inventory_items: many("product_variant_inventory_item", "variant_id"),
  },
});

const productOption = entity({
  name: "product_option",
  columns: {
    ...softDeletedColumns,
    title: text.required,
    product_id: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    values: many("product_option_value", "option_id"),
    product: one("product", "product_id"),
  },
});

const productOptionValue = entity({
  name: "product_option_value",
  columns: {
    ...softDeletedColumns,
    value: text.required,
    option_id: text.required,
    variant_id: text.required,
    metadata: json.nullable,
  },
  relations: {
    option: one("product_option", "option_id", { nullable: false }),
    variant: one("product_variant", "variant_id", { nullable: false }),
  },
});

const image = entity({
  name: "image",
  columns: {
    ...softDeletedColumns,
    url: text.required,
    metadata: json.nullable,
  },
});

/** A product of a category in the storefront. */
const publishedProduct = entity({
  name: "published_product",
  table: "product",
  description: "A product that is published.",
  only: isPublished,
  columns: product.columns,
});

/** A variant whose prices are selected for a region, a currency or a customer (see pricing). */
export const pricedVariant = entity({
  ...productVariant,
  added: selectedPrices,
  optional: ["prices"],
  name: "priced_variant",
  table: "product_variant",
  relations: {
    ...productVariant.relations,
    prices: through("variant_price", "product_variant_money_amount", "variant_id", "money_amount_id"),
  },
  eager: ["prices"],
});

export const pricedProduct = entity({
  ...product,
  name: "priced_product",
  table: "product",
  relations: {
    ...product.relations,
    variants: many("priced_variant", "product_id", { order: ["variant_rank", "id"] }),
  },
});

export type ProductRow = (SelectedRow<typeof pricedProduct> | SelectedRow<typeof product>) & {
  $tax_rates?: TaxRate[];
};

export const productsEntities = [
  product,
  publishedProduct,
  pricedProduct,
  productVariant,
  pricedVariant,
  variantInventory,
  productOption,
  productOptionValue,
  image,
];
