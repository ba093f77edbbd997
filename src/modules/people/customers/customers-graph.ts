import {
  boolean,
  entity,
  json,
  many,
  one,
  softDeletedColumns,
  text,
  through,
} from "../../../graph/entity.ts";
import type { Condition, Filter } from "../../../graph/filter.ts";

export const customer = entity({
  name: "customer",
  description: "A person who buys: a guest, or the owner of an account. An email may have one of each.",
  columns: {
    ...softDeletedColumns,
    email: text.required,
    first_name: text.nullable,
    last_name: text.nullable,
    billing_address_id: text.nullable,
    phone: text.nullable,
    has_account: boolean.required,
    metadata: json.nullable,
  },
  relations: {
    billing_address: one("address", "billing_address_id"),
    shipping_addresses: many("address", "customer_id"),
    orders: many("order", "customer_id"),
    groups: through("customer_group", "customer_group_customers", "customer_id", "customer_group_id"),
  },
});

const address = entity({
  name: "address",
  description: "An address for goods or invoices.",
  columns: {
    ...softDeletedColumns,
    customer_id: text.nullable,
    company: text.nullable,
    first_name: text.nullable,
    last_name: text.nullable,
    address_1: text.nullable,
    address_2: text.nullable,
    city: text.nullable,
    country_code: text.nullable,
    province: text.nullable,
    postal_code: text.nullable,
    phone: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    customer: one("customer", "customer_id"),
    country: one("country", "country_code", { otherColumn: "iso_2" }),
  },
});

/** Customers who are in at least one of the groups. */
export const inAnyGroup: Condition = {
  name: "customer-in-any-group",
  sql: (row, parameter) =>
    `exists (select 1 from customer_group_customers membership
      where membership.customer_id = ${row}.id and membership.customer_group_id = any(${parameter}))`,
};

export const inGroup = (groupId: string): Filter => ({
  kind: "custom",
  condition: inAnyGroup,
  value: [groupId],
});

export const customersEntities = [customer, address];
