/**
 * The tables and columns of what no operation makes yet, with their SQL types. Every insert of the seed is built from
 * this constant alone; columns that are not named here keep their defaults.
 */

const text = "text";
const bool = "boolean";

export const tables = {
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

type Value<SqlType> = SqlType extends typeof bool ? boolean : string | null;

export type Row<T extends TableName> = { [C in keyof (typeof tables)[T]]: Value<(typeof tables)[T][C]> };
