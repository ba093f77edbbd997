import { boolean, entity, json, number, one, rowColumns, text, through } from "../../graph/entity.ts";

const taxRate = entity({
  name: "tax_rate",
  columns: {
    ...rowColumns,
    rate: number.nullable,
    code: text.nullable,
    name: text.required,
    region_id: text.required,
    metadata: json.nullable,
  },
  relations: {
    region: one("region", "region_id", { nullable: false }),
    products: through("product", "product_tax_rate", "rate_id", "product_id"),
    product_types: through("product_type", "product_type_tax_rate", "rate_id", "product_type_id"),
    shipping_options: through("shipping_option", "shipping_tax_rate", "rate_id", "shipping_option_id"),
  },
});

const taxProvider = entity({
  name: "tax_provider",
  columns: {
    id: text.required,
    is_installed: boolean.required,
  },
});

export const taxesEntities = [taxRate, taxProvider];
