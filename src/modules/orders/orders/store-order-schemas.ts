import { Type } from "typebox";
import type { Condition, Filter } from "../../../graph/filter.ts";
import { selectionQuery } from "../../../http/list-query.ts";
import { MAX_INT } from "../../../http/query-filters.ts";
import { body, email, ok, optional, view } from "../../../http/routes.ts";
import { forNamedTotals, forTotals, topsOf, within } from "./order-relations.ts";
import type { OrderView } from "./order-schemas.ts";
import { order } from "./orders-graph.ts";

export const orderAnswer = ok({ order: view("order") });

/** What finds an order without its id: what is printed on the confirmation. */
export const lookupQuery = Type.Object(
  {
    ...selectionQuery.properties,
    display_id: Type.Integer({ minimum: 1, maximum: MAX_INT, description: "The number of the order." }),
    email,
    shipping_address: optional(
      body({ postal_code: optional(Type.String({ maxLength: 255, description: "Where it was sent to." })) }),
    ),
  },
  { additionalProperties: false },
);

const hasEmail: Condition = {
  name: "order-has-email",
  sql: (row, parameter) => `lower(${row}.email) = lower(${parameter}::text)`,
};

/** However it is spaced: `SW1A 1AA` is `sw1a1aa`. */
const postalCode = (code: string) => `lower(regexp_replace(${code}, '\\s', '', 'g'))`;

const goesToPostalCode: Condition = {
  name: "order-goes-to-postal-code",
  sql: (row, parameter) =>
    `exists (select 1 from address goal where goal.id = ${row}.shipping_address_id
      and ${postalCode("goal.postal_code")} = ${postalCode(`${parameter}::text`)})`,
};

export function lookupFilters(known: {
  display_id: number;
  email: string;
  shipping_address?: { postal_code?: string };
}): Filter[] {
  const postal = known.shipping_address?.postal_code;
  return [
    { kind: "equals", column: "display_id", value: known.display_id },
    { kind: "custom", condition: hasEmail, value: known.email },
    // Forms send what was left empty as empty.
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

export const storeTotals = [
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

export const ownRelations = [
  "shipping_address",
  "fulfillments",
  "fulfillments.tracking_links",
  "shipping_methods.shipping_option",
  "customer",
];
/** What v1 shows of what it has read for the totals, if nothing is to be expanded. */
const evenWithout = ["items", "shipping_methods", "discounts", "region", "payments"];

const storeRelations = [...ownRelations, ...within(forTotals, evenWithout)];

// Of the customer an order shows who it is; what else there is of them only they and administrators may see.
export const forAnybody = [...ownRelations, ...within(forNamedTotals, evenWithout), "billing_address"];
const ofCustomer = [
  "customer.groups",
  "customer.billing_address",
  "customer.shipping_addresses",
  "customer.orders",
];

/** What the key to an order shows to strangers, and what to its customer and to administrators. */
export interface StoreViews {
  forAnybody: OrderView;
  forOwners: OrderView;
}

const viewsOf = (view: OrderView, allowed: readonly string[]): StoreViews => ({
  forAnybody: { ...view, allowedRelations: allowed },
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
  beside: ({ expand, isDefault }) => (expand === "" ? evenWithout : isDefault ? ["items"] : []),
};

export const storeOrder = viewsOf(shownById, forAnybody);

/** Looked up by what is printed on its confirmation, an order always says when it was placed. */
export const storeOrderLookup = viewsOf(
  { ...shownById, alwaysFields: ["created_at"], isLookup: true },
  forAnybody,
);

/** By its cart an order is shown with all that its totals were computed from. */
export const storeOrderOfCart = viewsOf(
  {
    ...shownFields,
    relations: [...ownRelations, ...forTotals],
    beside: () => topsOf(forTotals),
    alwaysNamed: true,
  },
  [...new Set([...forAnybody, ...forTotals])],
);
