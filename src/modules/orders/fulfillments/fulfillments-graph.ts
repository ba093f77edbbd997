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
      description: "Of orders of long ago; now `tracking_links` has them.",
    },
    data: { ...json.required, description: "What the carrier keeps with it; empty while it is being asked." },
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
  description: "How many pieces of a line are in a fulfillment.",
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
  description: "Where a parcel can be followed.",
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
