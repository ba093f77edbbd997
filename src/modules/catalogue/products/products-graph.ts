import {
  boolean,
  type Column,
  entity,
  integer,
  json,
  many,
  one,
  oneBack,
  oneOf,
  softDeletedColumns,
  text,
  through,
  writable,
} from "../../../graph/entity.ts";
import type { SelectedRow } from "../../../graph/row.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import type { TaxRate } from "../pricing/index.ts";
import { isPublished, productOffsetIndex } from "./product-conditions-graph.ts";
import { image, productOption, productOptionValue } from "./product-content-graph.ts";
import { variantInventory } from "./variant-inventory-graph.ts";

/** A title from v1 may be longer than PostgreSQL can index. */
const sortableTitle: Column<string> = { ...text.required, sort: (row) => `left(${row}.title, 250)` };

const measures = {
  weight: writable(integer.nullable, { csv: "Weight", form: { card: "measures", unit: "g" } }),
  length: writable(integer.nullable, { csv: "Length", form: { card: "measures", unit: "mm" } }),
  height: writable(integer.nullable, { csv: "Height", form: { card: "measures", unit: "mm" } }),
  width: writable(integer.nullable, { csv: "Width", form: { card: "measures", unit: "mm" } }),
};

const customs = {
  hs_code: writable(text.nullable, { csv: "HS Code", form: { card: "customs" } }),
  origin_country: writable(text.nullable, {
    csv: "Origin Country",
    form: { card: "customs", input: "country" },
  }),
  mid_code: writable(text.nullable, { csv: "MID Code", form: { card: "customs" } }),
  material: writable(text.nullable, { csv: "Material", form: { card: "customs" } }),
};

const title = { minLength: 1, maxLength: 500, csv: "Title" };

export const productStatuses = ["draft", "proposed", "published", "rejected"] as const;

export const product = entity({
  name: "product",
  columns: {
    ...softDeletedColumns,
    title: writable(sortableTitle, { ...title, form: { card: "basics" } }),
    subtitle: writable(text.nullable, { maxLength: 1_000, csv: "Subtitle", form: { card: "basics" } }),
    description: writable(text.nullable, {
      maxLength: 100_000,
      csv: "Description",
      form: { card: "basics" },
    }),
    handle: writable(text.nullable, { maxLength: 500, form: { card: "basics" } }),
    is_giftcard: writable(boolean.required, { written: "on-create", initial: false }),
    status: writable(oneOf(...productStatuses).required, {
      initial: "draft",
      csv: "Status",
      form: { card: "organize" },
    }),
    thumbnail: writable(text.nullable, { maxLength: 10_000, csv: "Thumbnail" }),
    ...measures,
    ...customs,
    collection_id: writable(text.nullable, {}),
    type_id: text.nullable,
    discountable: writable(boolean.required, {
      initial: true,
      csv: "Discountable",
      form: { card: "basics" },
    }),
    // As in v1, only imports write it.
    external_id: { ...text.nullable, maxLength: 255, csv: "External Id" },
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
    presentation: oneBack("product_presentation", "product_id"),
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
    title: writable(text.required, title),
    product_id: text.required,
    sku: writable(text.nullable, { csv: "SKU", form: { card: "codes" } }),
    barcode: writable(text.nullable, { csv: "Barcode", form: { card: "codes" } }),
    ean: writable(text.nullable, { form: { card: "codes" } }),
    upc: writable(text.nullable, { form: { card: "codes" } }),
    variant_rank: integer.nullable,
    inventory_quantity: writable(integer.required, {
      initial: 0,
      minimum: -MAX_AMOUNT,
      csv: "Inventory Quantity",
    }),
    allow_backorder: writable(boolean.required, { initial: false, csv: "Allow Backorder" }),
    manage_inventory: writable(boolean.required, { initial: true, csv: "Manage Inventory" }),
    ...customs,
    ...measures,
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
