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
import type { Extra } from "../../../graph/graph.ts";
import type { SelectedRow } from "../../../graph/row.ts";
import { lineFacts, type OrderFacts, type OrderLine, orderFacts } from "../../orders/orders/index.ts";
import { isRateOfProduct, taxLinesWhere } from "../../shop/taxes/index.ts";
import type { TaxFacts } from "./order-edit.ts";
import { editStatuses } from "./order-edit-state.ts";

/** The totals of the order after the edit, and the difference to the present total. */
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
      description: "Derived from the dates of the edit.",
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
  description: "The change of one line by an order edit.",
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

/** An edit with the fields and relations that a request selected. */
export type EditRow = SelectedRow<typeof orderEdit>;

export const orderEditsEntities = [orderEdit, orderItemChange];

/** Facts for the totals of an edit. They do not depend on the requested fields. */
export interface EditFacts {
  order: OrderFacts;
  lines: OrderLine[];
}

const linesOfEdit = (row: string) => `line_item line where line.order_edit_id = ${row}.id`;

export const editFacts: Extra<"$facts", EditFacts> = {
  name: "$facts",
  values: [],
  sql: (row) => `json_build_object(
    'order', (select ${orderFacts.sql("edited", [])} from "order" edited where edited.id = ${row}.order_id),
    'lines', ${lineFacts(linesOfEdit(row))})`,
};

const rates = `coalesce(
  ${taxLinesWhere(`rate.region_id = placed.region_id and ${isRateOfProduct("goods")}`)}, '[]'::json)`;

export const taxFacts: Extra<"$tax_facts", TaxFacts> = {
  name: "$tax_facts",
  values: [],
  sql: (row) => `(select json_build_object(
      'rates', coalesce((select json_object_agg(line.id, ${rates}) from line_item line
          join product_variant piece on piece.id = line.variant_id join product goods on goods.id = piece.product_id
          where line.order_edit_id = ${row}.id), '{}'::json),
      'customer', (select json_build_object('id', buyer.id, 'email', buyer.email, 'first_name', buyer.first_name,
          'last_name', buyer.last_name, 'metadata', buyer.metadata)
        from customer buyer where buyer.id = placed.customer_id and buyer.deleted_at is null),
      'shipping_address', (select row_to_json(goal) from address goal where goal.id = placed.shipping_address_id))
    from "order" placed where placed.id = ${row}.order_id)`,
};
