import {
  boolean,
  entity,
  integer,
  json,
  jsonOf,
  many,
  one,
  rowColumns,
  softDeletedColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const fulfillment = entity({
  name: "fulfillment",
  description: "Goods of an order, or of a swap or claim, that are packed for one carrier.",
  columns: {
    ...rowColumns,
    claim_order_id: text.nullable,
    swap_id: text.nullable,
    order_id: text.nullable,
    no_notification: boolean.nullable,
    provider_id: text.nullable,
    location_id: text.nullable,
    tracking_numbers: {
      ...jsonOf<string[]>().required,
      isList: true,
      description: "Deprecated in v1, which does not set it; use `tracking_links`.",
    },
    data: {
      ...json.required,
      description: "The carrier's data of the shipment; empty until the carrier has accepted it.",
    },
    shipped_at: timestamp.nullable,
    canceled_at: timestamp.nullable,
    metadata: json.nullable,
    idempotency_key: text.nullable,
  },
  relations: {
    claim_order: one("claim_order", "claim_order_id"),
    swap: one("swap", "swap_id"),
    order: one("order", "order_id"),
    provider: one("fulfillment_provider", "provider_id"),
    items: many("fulfillment_item", "fulfillment_id"),
    tracking_links: many("tracking_link", "fulfillment_id"),
  },
  eager: ["items"],
});

const fulfillmentItem = entity({
  name: "fulfillment_item",
  description: "The quantity of a line item in a fulfillment.",
  key: "fulfillment_id",
  columns: {
    fulfillment_id: text.required,
    item_id: text.required,
    quantity: integer.required,
  },
  relations: {
    fulfillment: one("fulfillment", "fulfillment_id", { nullable: false }),
    item: one("line_item", "item_id", { nullable: false }),
  },
});

const trackingLink = entity({
  name: "tracking_link",
  description: "A tracking number of a fulfillment.",
  columns: {
    ...softDeletedColumns,
    url: text.nullable,
    tracking_number: text.required,
    fulfillment_id: text.required,
    idempotency_key: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    fulfillment: one("fulfillment", "fulfillment_id", { nullable: false }),
  },
});

export const fulfillmentsEntities = [fulfillment, fulfillmentItem, trackingLink];

/** Reservations for the lines of an order, and for those of its swaps and claims. */
export const forLinesOfOrder: Condition = {
  name: "reservation-for-order",
  sql: (row, order) => `${row}.line_item_id = any(array(
    select line.id from line_item line where line.order_id = ${order}
    union all select line.id from line_item line join swap on swap.id = line.swap_id where swap.order_id = ${order}
    union all select line.id from line_item line join claim_order on claim_order.id = line.claim_order_id
      where claim_order.order_id = ${order}))`,
};
