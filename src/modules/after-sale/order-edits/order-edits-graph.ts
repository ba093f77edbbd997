import {
  computed,
  entity,
  many,
  one,
  oneOf,
  rowColumns,
  softDeletedColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";
import type { ShownRow } from "../../../graph/row.ts";
import { editStatuses } from "./order-edit-state.ts";

/** What is computed for an edit: the order as it would be, and what that makes of a difference. */
export const editTotalNames = [
  "subtotal",
  "discount_total",
  "shipping_total",
  "gift_card_total",
  "gift_card_tax_total",
  "tax_total",
  "total",
  "difference_due",
];

export const orderEdit = entity({
  name: "order_edit",
  description: "A change of the lines of an order, which the customer may have to agree to.",
  columns: {
    ...rowColumns,
    order_id: text.required,
    internal_note: text.nullable,
    created_by: text.required,
    requested_by: text.nullable,
    requested_at: timestamp.nullable,
    confirmed_by: text.nullable,
    confirmed_at: timestamp.nullable,
    declined_by: text.nullable,
    declined_reason: text.nullable,
    declined_at: timestamp.nullable,
    canceled_by: text.nullable,
    canceled_at: timestamp.nullable,
    payment_collection_id: text.nullable,
    status: {
      ...oneOf(...editStatuses).required,
      description: "Follows from what has happened to it.",
      sql: (row) => `case when ${row}.canceled_at is not null then 'canceled'
        when ${row}.confirmed_at is not null then 'confirmed'
        when ${row}.declined_at is not null then 'declined'
        when ${row}.requested_at is not null then 'requested' else 'created' end`,
    },
    ...computed(...editTotalNames),
  },
  relations: {
    order: one("order", "order_id", { nullable: false }),
    changes: many("order_item_change", "order_edit_id"),
    items: many("line_item", "order_edit_id"),
    payment_collection: one("payment_collection", "payment_collection_id"),
  },
});

const orderItemChange = entity({
  name: "order_item_change",
  description: "What an order edit does to one line.",
  columns: {
    ...softDeletedColumns,
    type: oneOf("item_add", "item_remove", "item_update").required,
    order_edit_id: text.required,
    original_line_item_id: text.nullable,
    line_item_id: text.nullable,
  },
  relations: {
    order_edit: one("order_edit", "order_edit_id", { nullable: false }),
    original_line_item: one("line_item", "original_line_item_id"),
    line_item: one("line_item", "line_item_id"),
  },
});

/** An edit as far as a request asked for it. */
export type EditRow = ShownRow<typeof orderEdit>;

export const orderEditsEntities = [orderEdit, orderItemChange];
