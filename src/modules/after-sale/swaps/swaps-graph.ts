import {
  boolean,
  entity,
  integer,
  json,
  many,
  one,
  oneBack,
  oneOf,
  softDeletedColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";
import type { RowOf } from "../../../graph/row.ts";

export const swap = entity({
  name: "swap",
  columns: {
    ...softDeletedColumns,
    fulfillment_status: oneOf(
      "not_fulfilled",
      "fulfilled",
      "shipped",
      "partially_shipped",
      "canceled",
      "requires_action",
    ).required,
    payment_status: oneOf(
      "not_paid",
      "awaiting",
      "captured",
      "confirmed",
      "canceled",
      "difference_refunded",
      "partially_refunded",
      "refunded",
      "requires_action",
    ).required,
    order_id: text.required,
    difference_due: integer.nullable,
    shipping_address_id: text.nullable,
    cart_id: text.nullable,
    confirmed_at: timestamp.nullable,
    canceled_at: timestamp.nullable,
    no_notification: boolean.nullable,
    allow_backorder: boolean.required,
    idempotency_key: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    order: one("order", "order_id", { nullable: false }),
    additional_items: many("line_item", "swap_id"),
    return_order: oneBack("return", "swap_id"),
    fulfillments: many("fulfillment", "swap_id"),
    payment: oneBack("payment", "swap_id"),
    shipping_address: one("address", "shipping_address_id"),
    shipping_methods: many("shipping_method", "swap_id"),
    cart: one("cart", "cart_id"),
  },
});

/** A swap with the relations that a view names. */
export type SwapRow = RowOf<typeof swap>;

export const swapsEntities = [swap];
