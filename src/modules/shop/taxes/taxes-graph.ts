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

const inOrderAdded = <Name extends string>(relation: ThroughTable<Name>): ThroughTable<Name> => ({
  ...relation,
  linkOrder: ["created_at"],
});

const taxRate = entity({
  name: "tax_rate",
  isReferenceData: true,
  description: "A tax rate for some products, product types or shipping options of a region.",
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
    products: inOrderAdded(through("product", "product_tax_rate", "rate_id", "product_id")),
    product_types: inOrderAdded(
      through("product_type", "product_type_tax_rate", "rate_id", "product_type_id"),
    ),
    shipping_options: inOrderAdded(
      through("shipping_option", "shipping_tax_rate", "rate_id", "shipping_option_id"),
    ),
  },
});

const linkCount = (table: string, joined: string): Column<number> => ({
  type: "integer",
  nullable: false,
  sql: (row) =>
    `(select count(*)::int from "${joined}" named join "${table}" link on link."${joined}_id" = named.id
      where link.rate_id = ${row}.id and named.deleted_at is null)`,
});

/** Adds counts, which a request must name in `fields`. A tax rate inside another entity does not have them, as in v1. */
export const countedTaxRate = entity({
  ...taxRate,
  name: "counted_tax_rate",
  columns: {
    ...taxRate.columns,
    product_count: linkCount("product_tax_rate", "product"),
    product_type_count: linkCount("product_type_tax_rate", "product_type"),
    shipping_option_count: linkCount("shipping_tax_rate", "shipping_option"),
  },
  relations: { ...taxRate.relations },
  eager: [],
});

const taxProvider = entity({
  name: "tax_provider",
  isReferenceData: true,
  description: "A service that calculates taxes.",
  columns: {
    id: text.required,
    is_installed: boolean.required,
  },
});

export const taxesEntities = [taxRate, countedTaxRate, taxProvider];

/** SQL: the region's own rate, for items without a specific rate. As in v1 the code is not the region's tax code. */
export const regionTaxLine = (region: string) =>
  `json_build_object('rate', ${region}.tax_rate, 'name', 'default', 'code', 'default')`;

/** SQL: rates as tax lines, or null without any. As in v1 a rate without a number is 0. */
export const taxLinesWhere = (condition: string) => `(
  select json_agg(json_build_object('rate', coalesce(rate.rate, 0), 'name', rate.name, 'code', rate.code)
    order by rate.created_at, rate.id)
  from tax_rate rate where ${condition})`;

/** Starts from the link tables: they are usually empty, and then no rate is read. */
export const isRateOfProduct = (product: string) => `rate.id in (
  select attached.rate_id from product_tax_rate attached where attached.product_id = ${product}.id
  union select attached.rate_id from product_type_tax_rate attached
    where attached.product_type_id = ${product}.type_id)`;

export const isRateOfOption = (optionId: string) => `rate.id in (
  select attached.rate_id from shipping_tax_rate attached where attached.shipping_option_id = ${optionId})`;
