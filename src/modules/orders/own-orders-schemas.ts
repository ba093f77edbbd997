import type { Entity } from "../../graph/entity.ts";
import type { Condition } from "../../graph/filter.ts";
import { type ListQuery, listQuery } from "../../http/list-query.ts";
import { anyOf, dates, equalTo, where } from "../../http/query-filters.ts";

const relations = [
  "shipping_address",
  "fulfillments",
  "fulfillments.tracking_links",
  "items",
  "items.variant",
  "shipping_methods",
  "shipping_methods.shipping_option",
  "discounts",
  "discounts.rule",
  "customer",
  "payments",
  "region",
];

// Nothing that leads on from an order to what belongs to the shop or to other customers.
const furtherRelations = [
  "billing_address",
  "items.adjustments",
  "items.tax_lines",
  "items.variant.product",
  "shipping_methods.tax_lines",
  "returns",
  "refunds",
];

const fields = [
  "id",
  "status",
  "fulfillment_status",
  "payment_status",
  "display_id",
  "cart_id",
  "customer_id",
  "email",
  "region_id",
  "currency_code",
  "tax_rate",
  "created_at",
];

/** By number, email, or the name the goods go to. */
const matchesSearch: Condition = {
  name: "own-order-search",
  sql: (row, parameter) =>
    `(strpos(${row}.display_id::text, ${parameter}::text) > 0
      or strpos(lower(${row}.email), lower(${parameter}::text)) > 0
      or exists (select 1 from address goal where goal.id = ${row}.shipping_address_id
        and strpos(lower(concat_ws(' ', goal.first_name, goal.last_name)), lower(${parameter}::text)) > 0))`,
};

/** The orders of one customer. The entity is described by the module of the orders. */
export const ownOrdersOf = (order: Entity): ListQuery =>
  listQuery({
    view: {
      entity: order,
      fields,
      relations,
      allowedFields: fields,
      allowedRelations: [...relations, ...furtherRelations],
    },
    limit: 10,
    takes: ["fields", "expand"],
    filters: {
      id: equalTo(),
      q: where(matchesSearch),
      status: anyOf({ values: order.columns["status"]?.values }),
      fulfillment_status: anyOf({ values: order.columns["fulfillment_status"]?.values }),
      payment_status: anyOf({ values: order.columns["payment_status"]?.values }),
      display_id: equalTo("integer"),
      cart_id: equalTo(),
      email: equalTo(),
      region_id: equalTo(),
      currency_code: equalTo(),
      tax_rate: equalTo("number"),
      created_at: dates(),
      updated_at: dates(),
      canceled_at: dates(),
    },
  });
