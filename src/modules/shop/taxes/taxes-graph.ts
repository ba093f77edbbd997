import {
  boolean,
  type Column,
  entity,
  json,
  number,
  one,
  rowColumns,
  type ThroughTable,
  text,
  through,
} from "../../../graph/entity.ts";

const asAdded = (relation: ThroughTable): ThroughTable => ({ ...relation, linkOrder: ["created_at"] });

const taxRate = entity({
  name: "tax_rate",
  isKept: true,
  description: "A rate of tax for some products, product types or shipping options of a region.",
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
    products: asAdded(through("product", "product_tax_rate", "rate_id", "product_id")),
    product_types: asAdded(through("product_type", "product_type_tax_rate", "rate_id", "product_type_id")),
    shipping_options: asAdded(
      through("shipping_option", "shipping_tax_rate", "rate_id", "shipping_option_id"),
    ),
  },
});

const countOf = (table: string, joined: string): Column => ({
  type: "integer",
  nullable: false,
  sql: (row) =>
    `(select count(*)::int from "${joined}" named join "${table}" link on link."${joined}_id" = named.id
      where link.rate_id = ${row}.id and named.deleted_at is null)`,
});

/** With counts that only `fields` brings along, and only here: where a rate is somebody's relation they are not there. */
export const countedTaxRate = entity({
  ...taxRate,
  name: "counted_tax_rate",
  columns: {
    ...taxRate.columns,
    product_count: countOf("product_tax_rate", "product"),
    product_type_count: countOf("product_type_tax_rate", "product_type"),
    shipping_option_count: countOf("shipping_tax_rate", "shipping_option"),
  },
  relations: { ...taxRate.relations },
  eager: [],
});

const taxProvider = entity({
  name: "tax_provider",
  isKept: true,
  description: "A service that calculates taxes.",
  columns: {
    id: text.required,
    is_installed: boolean.required,
  },
});

export const taxesEntities = [taxRate, countedTaxRate, taxProvider];
