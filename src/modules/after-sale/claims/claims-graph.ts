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
  through,
  timestamp,
} from "../../../graph/entity.ts";
import { fulfillmentStatuses } from "../../orders/orders/index.ts";

export const claimOrder = entity({
  name: "claim_order",
  columns: {
    ...softDeletedColumns,
    payment_status: oneOf("na", "not_refunded", "refunded").required,
    fulfillment_status: oneOf(...fulfillmentStatuses).required,
    type: oneOf("refund", "replace").required,
    order_id: text.required,
    shipping_address_id: text.nullable,
    refund_amount: integer.nullable,
    canceled_at: timestamp.nullable,
    no_notification: boolean.nullable,
    metadata: json.nullable,
    idempotency_key: text.nullable,
  },
  relations: {
    claim_items: many("claim_item", "claim_order_id"),
    additional_items: many("line_item", "claim_order_id"),
    order: one("order", "order_id", { nullable: false }),
    return_order: oneBack("return", "claim_order_id"),
    shipping_address: one("address", "shipping_address_id"),
    shipping_methods: many("shipping_method", "claim_order_id"),
    fulfillments: many("fulfillment", "claim_order_id"),
  },
});

const claimItem = entity({
  name: "claim_item",
  columns: {
    ...softDeletedColumns,
    claim_order_id: text.required,
    item_id: text.required,
    variant_id: text.required,
    reason: oneOf("missing_item", "wrong_item", "production_failure", "other").required,
    note: text.nullable,
    quantity: integer.required,
    metadata: json.nullable,
  },
  relations: {
    images: many("claim_image", "claim_item_id"),
    claim_order: one("claim_order", "claim_order_id", { nullable: false }),
    item: one("line_item", "item_id", { nullable: false }),
    variant: one("product_variant", "variant_id", { nullable: false }),
    tags: through("claim_tag", "claim_item_tags", "item_id", "tag_id"),
  },
});

const claimImage = entity({
  name: "claim_image",
  columns: {
    ...softDeletedColumns,
    claim_item_id: text.required,
    url: text.required,
    metadata: json.nullable,
  },
  relations: {
    claim_item: one("claim_item", "claim_item_id", { nullable: false }),
  },
});

const claimTag = entity({
  name: "claim_tag",
  columns: {
    ...softDeletedColumns,
    value: text.required,
    metadata: json.nullable,
  },
});

export const claimsEntities = [claimOrder, claimItem, claimImage, claimTag];
