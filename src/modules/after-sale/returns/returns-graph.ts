import {
  boolean,
  entity,
  integer,
  json,
  many,
  one,
  oneBack,
  oneOf,
  rowColumns,
  softDeletedColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";

export const returnReason = entity({
  name: "return_reason",
  description:
    "The reason of a customer for a return. A reason may have more precise child reasons, one level deep.",
  columns: {
    ...softDeletedColumns,
    value: text.required,
    label: text.required,
    description: text.nullable,
    parent_return_reason_id: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    parent_return_reason: one("return_reason", "parent_return_reason_id"),
    return_reason_children: many("return_reason", "parent_return_reason_id"),
  },
});

export const return_ = entity({
  name: "return",
  columns: {
    ...rowColumns,
    status: oneOf("requested", "received", "requires_action", "canceled").required,
    swap_id: text.nullable,
    claim_order_id: text.nullable,
    order_id: text.nullable,
    location_id: text.nullable,
    shipping_data: json.nullable,
    refund_amount: integer.required,
    received_at: timestamp.nullable,
    no_notification: boolean.nullable,
    metadata: json.nullable,
    idempotency_key: text.nullable,
  },
  relations: {
    items: many("return_item", "return_id"),
    swap: one("swap", "swap_id"),
    claim_order: one("claim_order", "claim_order_id"),
    order: one("order", "order_id"),
    shipping_method: oneBack("shipping_method", "return_id"),
  },
  eager: ["items"],
});

const returnItem = entity({
  name: "return_item",
  key: "return_id",
  columns: {
    return_id: text.required,
    item_id: text.required,
    quantity: integer.required,
    is_requested: boolean.required,
    requested_quantity: integer.nullable,
    received_quantity: integer.nullable,
    reason_id: text.nullable,
    note: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    return_order: one("return", "return_id", { nullable: false }),
    item: one("line_item", "item_id", { nullable: false }),
    reason: one("return_reason", "reason_id"),
  },
});

export const returnsEntities = [return_, returnItem, returnReason];
