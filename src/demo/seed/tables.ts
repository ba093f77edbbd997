/**
 * The tables and columns of what no operation makes yet, with their SQL types. Every insert of the seed is built from
 * this constant alone; columns that are not named here keep their defaults.
 */

const text = "text";
const int = "int";
const bool = "boolean";

export const tables = {
  discount_rule: {
    id: text,
    description: text,
    type: "discount_rule_type_enum",
    value: int,
    allocation: "discount_rule_allocation_enum",
  },
  discount: {
    id: text,
    code: text,
    is_dynamic: bool,
    is_disabled: bool,
    rule_id: text,
    usage_limit: int,
  },
  discount_regions: { discount_id: text, region_id: text },
  discount_condition: {
    id: text,
    type: "discount_condition_type_enum",
    operator: "discount_condition_operator_enum",
    discount_rule_id: text,
  },
  discount_condition_product_collection: { product_collection_id: text, condition_id: text },
  customer: { id: text, email: text, first_name: text, last_name: text, phone: text, has_account: bool },
  address: {
    id: text,
    customer_id: text,
    company: text,
    first_name: text,
    last_name: text,
    address_1: text,
    city: text,
    province: text,
    postal_code: text,
    country_code: text,
    phone: text,
  },
} as const;

export type TableName = keyof typeof tables;

type Value<SqlType> = SqlType extends typeof int
  ? number | null
  : SqlType extends typeof bool
    ? boolean
    : string | null;

export type Row<T extends TableName> = { [C in keyof (typeof tables)[T]]: Value<(typeof tables)[T][C]> };
