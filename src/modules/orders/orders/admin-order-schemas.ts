import { Type } from "typebox";
import { containing } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, equalTo, type QueryFilter, textFilter } from "../../../http/query-filters.ts";
import { forTotals } from "./order-relations.ts";
import type { OrderView } from "./order-schemas.ts";
import { mentions } from "./order-search-graph.ts";
import { order } from "./orders-graph.ts";

const fields = [
  "id",
  "status",
  "fulfillment_status",
  "payment_status",
  "display_id",
  "cart_id",
  "draft_order_id",
  "customer_id",
  "email",
  "region_id",
  "currency_code",
  "tax_rate",
  "canceled_at",
  "created_at",
  "updated_at",
  "metadata",
  "no_notification",
  "sales_channel_id",
];

const ofClaims = [
  "claims.additional_items.variant",
  "claims.claim_items",
  "claims.claim_items.images",
  "claims.claim_items.item",
  "claims.fulfillments",
  "claims.fulfillments.tracking_links",
  "claims.return_order",
  "claims.return_order.shipping_method",
  "claims.return_order.shipping_method.tax_lines",
  "claims.shipping_address",
  "claims.shipping_methods",
];

const ofSwaps = [
  "swaps.additional_items.variant",
  "swaps.fulfillments",
  "swaps.fulfillments.tracking_links",
  "swaps.payment",
  "swaps.return_order",
  "swaps.return_order.shipping_method",
  "swaps.return_order.shipping_method.shipping_option",
  "swaps.return_order.shipping_method.tax_lines",
  "swaps.shipping_address",
  "swaps.shipping_methods",
  "swaps.shipping_methods.shipping_option",
  "swaps.shipping_methods.tax_lines",
];

const ofReturns = [
  "returns",
  "returns.items",
  "returns.items.reason",
  "returns.shipping_method",
  "returns.shipping_method.shipping_option",
  "returns.shipping_method.tax_lines",
];

export const adminOrder: OrderView = {
  entity: order,
  fields,
  relations: [
    ...forTotals,
    "billing_address",
    "shipping_address",
    "customer",
    "sales_channel",
    "shipping_methods.shipping_option",
    "fulfillments",
    "fulfillments.items",
    "fulfillments.tracking_links",
    ...ofReturns,
    ...ofClaims,
    ...ofSwaps,
  ],
  namedTotals: [
    "items.refundable",
    "swaps.additional_items.refundable",
    "claims.additional_items.refundable",
  ],
  refundableBeside: true,
  beside: ({ expand, isDefault }) => (expand !== "" && isDefault ? ["swaps", "claims"] : []),
};

/** Emails are kept in lower case. */
const ofEmail: QueryFilter = {
  schema: Type.String(),
  toFilters: (value) => [{ kind: "equals", column: "email", value: (value as string).toLowerCase() }],
};

/** A list of them; with `either`, one by itself, too. */
export const statusFilter = (
  column: "status" | "fulfillment_status" | "payment_status",
  { either = false } = {},
): QueryFilter => anyOf({ values: order.columns[column].values, either });

export const orderFilters = {
  id: equalTo(),
  status: statusFilter("status"),
  fulfillment_status: statusFilter("fulfillment_status"),
  payment_status: statusFilter("payment_status"),
  display_id: equalTo("integer"),
  cart_id: equalTo(),
  email: ofEmail,
  region_id: textFilter({ comparisons: false }),
  currency_code: equalTo(),
  tax_rate: equalTo("number"),
  created_at: dates(),
  updated_at: dates(),
  canceled_at: dates(),
};

const search: QueryFilter = {
  schema: Type.String({
    description: "Searches numbers, emails, first names of addresses, and names and phones of customers.",
  }),
  toFilters: (words) =>
    words === "" ? [] : [{ kind: "custom", condition: mentions, value: containing(words as string) }],
};

/** As in v1 what a list is sorted by is always shown. */
export const listedOrder: OrderView = { ...adminOrder, alwaysFields: ["created_at"] };

export const adminOrders = listQuery({
  view: listedOrder,
  limit: 50,
  filters: { ...orderFilters, q: search, customer_id: equalTo(), sales_channel_id: anyOf() },
});

/** A search takes the place of filters on what it searches. */
export function withoutSearched(query: Record<string, unknown>): Record<string, unknown> {
  if (!query.q) return query;
  const { email, display_id, ...others } = query;
  return others;
}
