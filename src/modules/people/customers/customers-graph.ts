import {
  boolean,
  entity,
  json,
  many,
  matching,
  one,
  softDeletedColumns,
  text,
  through,
} from "../../../graph/entity.ts";
import { type Condition, containingWords, type Filter, wordsFilter } from "../../../graph/filter.ts";

/** A guest has a name only there. The list has at most one address. */
const isOfNewestOrder = (place: string, row: string) =>
  `${place}.id = (select placed.shipping_address_id from "order" placed where placed.customer_id = ${row}.id
    order by placed.created_at desc, placed.id desc limit 1)`;

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
    tags: through("customer_tag", "tradewind.tagged_customer", "customer_id", "tag_id", ["name", "id"]),
    consents: many("consent", "customer_id", { order: ["channel"] }),
    groups: through("customer_group", "customer_group_customers", "customer_id", "customer_group_id"),
    newest_addresses: { ...matching("address", isOfNewestOrder), includesDeleted: true },
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

const hasAll = (patterns: readonly string[]) =>
  patterns.map((pattern) => `found.words ilike ${pattern}`).join(" and ");

/** The customers of orders with all of the words, the newest 1,000 orders: a guest has a name only in the addresses of orders. */
const ofOrders = (patterns: readonly string[]) => `array(select placed.customer_id
  from tradewind.order_search found join "order" placed on placed.id = found.order_id
  where ${hasAll(patterns)} order by placed.created_at desc, placed.id desc limit 1000)`;

/** Both conditions are on the texts of customers, so that an index answers each of them. */
const withText = (row: string, condition: string) =>
  `exists (select 1 from tradewind.customer_search found where found.customer_id = ${row}.id and ${condition})`;

/** Numbers are not searched in orders: they would be a part of many order numbers. A text below three characters has no index. */
const isSearchedInOrders = (text: string) => /\p{L}/u.test(text) && /\S{3}/.test(text);

/**
 * `q`: every word is in the email, a name or the address book of the customer (migrations/0031_search_texts.sql), or all are in the
 * same order of the customer.
 */
export const customersMentioning = (text: string): Filter =>
  isSearchedInOrders(text)
    ? wordsFilter(containingWords(text), {
        name: "customer-or-order-mentions",
        sql: (row, patterns) =>
          withText(row, `((${hasAll(patterns)}) or found.customer_id = any(${ofOrders(patterns)}))`),
      })
    : wordsFilter(containingWords(text), {
        name: "customer-mentions",
        sql: (row, patterns) => withText(row, hasAll(patterns)),
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
