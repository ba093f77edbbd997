import { Type } from "typebox";
import { viewOf } from "../../../graph/selection.ts";
import { listQuery } from "../../../http/list-query.ts";
import { body, nonEmptyText, ok, optional, view } from "../../../http/routes.ts";
import { swap } from "./swaps-graph.ts";

const MOST = 2_147_483_647;
const MOST_LINES = 500;
const MOST_OPTIONS = 100;
const MOST_WORDS = 5_000;

const quantity = Type.Integer({ minimum: 1, maximum: MOST });
const price = Type.Integer({ minimum: 0, maximum: MOST });

const returnItem = body({
  item_id: nonEmptyText,
  quantity,
  reason_id: optional(nonEmptyText),
  note: optional(Type.String({ maxLength: MOST_WORDS })),
});

const returnItems = Type.Array(returnItem, { minItems: 1, maxItems: MOST_LINES });
const additionalItem = body({ variant_id: nonEmptyText, quantity });

export const newSwapBody = body({
  return_items: returnItems,
  return_shipping: optional(body({ option_id: nonEmptyText, price: optional(price) })),
  additional_items: optional(Type.Array(additionalItem, { maxItems: MOST_LINES })),
  custom_shipping_options: optional(
    Type.Array(body({ option_id: nonEmptyText, price }), {
      maxItems: MOST_OPTIONS,
      description: "The only ways to ship the new goods, and what they cost.",
    }),
  ),
  sales_channel_id: optional(nonEmptyText),
  no_notification: optional(Type.Boolean()),
  return_location_id: optional(nonEmptyText),
  allow_backorder: optional(
    Type.Boolean({ default: true, description: "The swap can be confirmed whatever the stock is." }),
  ),
});

export const askedSwapBody = body({
  order_id: nonEmptyText,
  return_items: returnItems,
  additional_items: Type.Array(additionalItem, { minItems: 1, maxItems: MOST_LINES }),
  return_shipping_option: optional(nonEmptyText),
});

export const swapAnswer = ok({ swap: view("swap") });

/** What the totals of the swap's cart are computed from, and what v1 shows of it. */
const ofCart = [
  "cart",
  "cart.discounts",
  "cart.discounts.rule",
  "cart.gift_cards",
  "cart.items",
  "cart.items.adjustments",
  "cart.items.tax_lines",
  "cart.items.variant",
  "cart.region",
  "cart.region.tax_rates",
  "cart.shipping_address",
  "cart.shipping_methods",
];

export const adminSwap = viewOf({
  entity: swap,
  fields: [
    "id",
    "fulfillment_status",
    "payment_status",
    "order_id",
    "difference_due",
    "cart_id",
    "created_at",
    "updated_at",
    "metadata",
  ],
  relations: [
    "additional_items",
    "additional_items.adjustments",
    ...ofCart,
    "fulfillments",
    "order",
    "payment",
    "return_order",
    "shipping_address",
    "shipping_methods",
    "shipping_methods.shipping_option",
  ],
});

export const swapList = listQuery({ view: { entity: swap }, limit: 50, takes: [] });

/** By its cart a swap is shown with all its fields. */
export const swapOfCart = viewOf({
  entity: swap,
  relations: [
    "order",
    "additional_items",
    "additional_items.variant",
    "return_order",
    "return_order.shipping_method",
    "return_order.shipping_method.shipping_option",
    "fulfillments",
    "payment",
    "shipping_address",
    "shipping_methods",
    "shipping_methods.shipping_option",
    "cart",
  ],
});

export const storeSwap = viewOf({
  ...swapOfCart,
  fields: [
    "id",
    "fulfillment_status",
    "payment_status",
    "order_id",
    "difference_due",
    "shipping_address_id",
    "cart_id",
    "confirmed_at",
    "created_at",
    "updated_at",
    "deleted_at",
    "metadata",
    "idempotency_key",
  ],
});

/** What a customer who has just confirmed a swap gets to see. */
export const confirmedSwap = viewOf({ entity: swap, relations: ["shipping_address"] });
