import { Type } from "typebox";
import { fieldsOfRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, dates, equalTo, type QueryFilter, textFilter, where } from "../../../http/query-filters.ts";
import { body, email, metadata, ok, optional, text } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { addressTexts } from "../../../kernel/address.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { orderHasTag } from "../../people/tags/index.ts";
import type { SentAddress } from "../../selling/carts/index.ts";
import { assignedTo } from "../order-assignees/index.ts";
import { orderShapes, relationsOfTotals } from "../v1-shapes.ts";
import { type OrderView, orderSelectionOf, relationsAddedToOrders } from "./order-schemas.ts";
import { order, ordersMentioning } from "./orders-graph.ts";

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
  "custom_fields",
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
    ...relationsOfTotals,
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
  exceptions: orderShapes.admin,
};

/** In shops where a plugin chooses the numbers of orders. */
export const numberedAdminOrder: OrderView = { ...adminOrder, fields: [...fields, "external_id"] };

/** Emails are stored in lower case. */
const ofEmail: QueryFilter = {
  schema: Type.String(),
  toFilters: (value) => [{ kind: "equals", column: "email", value: (value as string).toLowerCase() }],
};

/** Accepts a list; with `either` also a single value. */
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
    description:
      "Searches numbers (`#196` is one number), emails, names and phones of customers, and their addresses: names, streets, postal codes and cities. Finds several words in any order.",
  }),
  toFilters: (words) => (words === "" ? [] : [ordersMentioning(words as string)]),
};

export const listedOrder: OrderView = { ...adminOrder, exceptions: orderShapes.adminList };

export const adminOrders = listQuery({
  view: listedOrder,
  limit: 50,
  filters: {
    ...orderFilters,
    q: search,
    customer_id: equalTo(),
    sales_channel_id: anyOf(),
    tags: where(orderHasTag, { either: true }),
    assigned_to: assignedTo,
  },
});

/** The view of an order in the answer to its change. */
export const changedOrderView: OrderView = { ...adminOrder, exceptions: orderShapes.changed };

/** The common schema of routes that change an order. */
export const orderChange = {
  tags: ["Orders"],
  querystring: selectionFrom((query) => ({
    view: changedOrderView,
    selection: orderSelectionOf(changedOrderView, query, { isList: false }).selection,
  })),
  response: ok({ order: shown("AdminChangedOrder", changedOrderView, relationsAddedToOrders) }),
};

/** A search replaces filters on the columns that it searches. */
export function withoutSearched(query: Record<string, unknown>): Record<string, unknown> {
  if (!query.q) return query;
  const { email, display_id, ...others } = query;
  return others;
}

const nullableText = Type.Unsafe<string | null>({ type: ["string", "null"] });

const address = Type.Unsafe<SentAddress | null>({
  type: ["object", "null"],
  properties: { ...Object.fromEntries(addressTexts.map((name) => [name, nullableText])), metadata },
  additionalProperties: false,
  description: "Merged into the present address; null changes nothing.",
});

const amount = Type.Integer({ minimum: 0, maximum: MAX_AMOUNT });
const providerData = Type.Record(Type.String(), Type.Unknown());
const anything = Type.Array(Type.Unknown(), { maxItems: 500 });

const methodChange = body({
  profile_id: optional(text),
  provider_id: optional(text),
  price: optional(amount),
  data: optional(providerData),
  items: optional(anything),
});

export const orderChangesBody = body({
  email: optional(email),
  customer_id: optional(text),
  billing_address: optional(address),
  shipping_address: optional(address),
  shipping_method: optional(Type.Array(methodChange, { maxItems: 50 })),
  no_notification: optional(Type.Boolean()),
  metadata: optional(metadata),
  items: optional(anything),
  discounts: optional(anything),
  region: optional(text),
  payment_method: optional(body({ provider_id: optional(text), data: optional(providerData) })),
  ...fieldsOfRow("order"),
});

export const orderShippingBody = body({
  price: amount,
  option_id: Type.String({ minLength: 1 }),
  data: optional(providerData),
});
