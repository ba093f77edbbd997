import { entity, json, many, one, softDeletedColumns, text } from "../../../graph/entity.ts";

export const productOption = entity({
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

export const productOptionValue = entity({
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

export const image = entity({
  name: "image",
  columns: {
    ...softDeletedColumns,
    url: text.required,
    metadata: json.nullable,
  },
});
