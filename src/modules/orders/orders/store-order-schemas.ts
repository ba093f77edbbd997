import { type Static, Type } from "typebox";
import type { Condition, Filter } from "../../../graph/filter.ts";
import { listQuery, selectionQuery } from "../../../http/list-query.ts";
import { where } from "../../../http/query-filters.ts";
import { body, email, optional } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import {
  orderShapes,
  relationsOfNamedTotals,
  relationsOfTotals,
  storeRelationsOfTotals,
} from "../v1-shapes.ts";
import { orderFilters, statusFilter } from "./admin-order-schemas.ts";
import { type OrderView, pathsWithin } from "./order-schemas.ts";
import { order } from "./orders-graph.ts";

/** Finds an order by the data on its confirmation. */
export const lookupQuery = Type.Object(
  {
    ...selectionQuery.properties,
    display_id: Type.Integer({ minimum: 1, maximum: MAX_AMOUNT, description: "The number of the order." }),
    email,
    shipping_address: optional(
      body({
        postal_code: optional(
          Type.String({ maxLength: 255, description: "The postal code of the shipping address." }),
        ),
      }),
    ),
  },
  { additionalProperties: false },
);

export type OrderLookup = Static<typeof lookupQuery>;

const hasEmail: Condition = {
  name: "order-has-email",
  sql: (row, parameter) => `lower(${row}.email) = lower(${parameter}::text)`,
};

/** Ignores spaces and case: `SW1A 1AA` is `sw1a1aa`. */
const postalCode = (code: string) => `lower(regexp_replace(${code}, '\\s', '', 'g'))`;

const goesToPostalCode: Condition = {
  name: "order-goes-to-postal-code",
  sql: (row, parameter) =>
    `exists (select 1 from address goal where goal.id = ${row}.shipping_address_id
      and ${postalCode("goal.postal_code")} = ${postalCode(`${parameter}::text`)})`,
};

export function lookupFilters(known: Omit<OrderLookup, "fields" | "expand">): Filter[] {
  const postal = known.shipping_address?.postal_code;
  return [
    { kind: "equals", column: "display_id", value: known.display_id },
    { kind: "custom", condition: hasEmail, value: known.email },
    // Forms send empty fields as empty strings.
    ...(postal ? [{ kind: "custom" as const, condition: goesToPostalCode, value: postal }] : []),
  ];
}

export const storeFields = [
  "object",
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

const storeTotals = [
  "shipping_total",
  "discount_total",
  "raw_discount_total",
  "item_tax_total",
  "shipping_tax_total",
  "tax_total",
  "refunded_total",
  "total",
  "subtotal",
  "paid_total",
  "refundable_amount",
  "gift_card_total",
  "gift_card_tax_total",
  "items.refundable",
];

const ownRelations = [
  "shipping_address",
  "fulfillments",
  "fulfillments.tracking_links",
  "shipping_methods.shipping_option",
  "customer",
];
const storeRelations = [...ownRelations, ...pathsWithin(relationsOfTotals, storeRelationsOfTotals)];

// Other relations of the customer are visible only to the customer and to admins.
export const forPublic = [
  ...ownRelations,
  ...pathsWithin(relationsOfNamedTotals, storeRelationsOfTotals),
  "billing_address",
];
const ofCustomer = [
  "customer.groups",
  "customer.billing_address",
  "customer.shipping_addresses",
  "customer.orders",
];

/** The views of an order for anyone who can find it, and for its customer and admins. */
export interface StoreViews {
  forPublic: OrderView;
  forOwners: OrderView;
}

const viewsOf = (view: OrderView, allowed: readonly string[]): StoreViews => ({
  forPublic: { ...view, allowedRelations: allowed },
  forOwners: { ...view, allowedRelations: [...allowed, ...ofCustomer] },
});

const shownFields = {
  entity: order,
  fields: storeFields,
  allowedFields: [...storeFields, ...storeTotals],
};

const shownById: OrderView = {
  ...shownFields,
  relations: storeRelations,
  exceptions: orderShapes.store,
};

export const storeOrder = viewsOf(shownById, forPublic);

export const storeOrderLookup = viewsOf({ ...shownById, exceptions: orderShapes.storeLookup }, forPublic);

export const storeOrderOfCart = viewsOf(
  {
    ...shownFields,
    relations: [...ownRelations, ...relationsOfTotals],
    exceptions: orderShapes.storeOfCart,
  },
  [...new Set([...forPublic, ...relationsOfTotals])],
);

// No relations that lead to data of the shop or of other customers.
const allowedRelations = [...new Set([...forPublic, ...relationsOfNamedTotals, "returns", "cart"])];

/** Searches the number, the email and the name in the shipping address. */
const matchesSearch: Condition = {
  name: "own-order-search",
  sql: (row, parameter) =>
    `(strpos(${row}.display_id::text, ${parameter}::text) > 0
      or strpos(lower(${row}.email), lower(${parameter}::text)) > 0
      or exists (select 1 from address goal where goal.id = ${row}.shipping_address_id
        and strpos(lower(concat_ws(' ', goal.first_name, goal.last_name)), lower(${parameter}::text)) > 0))`,
};

export const ownOrder: OrderView = {
  entity: order,
  fields: storeFields,
  relations: [...ownRelations, ...relationsOfTotals],
  exceptions: orderShapes.own,
  allowedFields: [...storeFields, ...storeTotals],
  allowsFieldsOfRelations: true,
  allowedRelations,
};

export const ownOrders = listQuery({
  view: ownOrder,
  limit: 10,
  takes: ["fields", "expand"],
  filters: {
    ...orderFilters,
    status: statusFilter("status", { either: true }),
    fulfillment_status: statusFilter("fulfillment_status", { either: true }),
    payment_status: statusFilter("payment_status", { either: true }),
    q: where(matchesSearch),
  },
});
