import type { FieldEntity, FieldType } from "../../../data/platform/custom-fields/custom-field.ts";

export const ENTITIES: readonly FieldEntity[] = [
  "product",
  "variant",
  "category",
  "collection",
  "customer",
  "customer_group",
  "order",
  "line_item",
  "cart",
  "region",
  "discount",
];

export const TYPES: readonly FieldType[] = [
  "text",
  "long-text",
  "integer",
  "number",
  "money",
  "boolean",
  "date",
  "choice",
  "choices",
  "reference",
  "json",
];

export const STOREFRONT_WRITES: readonly FieldEntity[] = ["customer", "cart", "line_item"];
export const SEARCHED: readonly FieldType[] = ["text", "long-text", "choice"];
