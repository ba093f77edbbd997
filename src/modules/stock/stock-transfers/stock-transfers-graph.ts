import { entity, integer, many, one, oneOf, text, timestamp } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import { transferStates } from "./stock-transfer.ts";

const sumOf = (column: string) => (row: string) =>
  `(select coalesce(sum(line.${column}), 0)::integer from tradewind.stock_transfer_line line where line.transfer_id = ${row}.id)`;

export const stockTransfer = entity({
  name: "stock_transfer",
  table: "tradewind.stock_transfer",
  description:
    "Goods that go from one location to another or, without `from_location_id`, that a supplier sends.",
  columns: {
    id: text.required,
    number: { ...integer.required, description: "For people." },
    created_at: timestamp.required,
    updated_at: timestamp.required,
    status: oneOf(...transferStates).required,
    from_location_id: text.nullable,
    to_location_id: text.required,
    supplier: text.nullable,
    reference: text.nullable,
    note: text.nullable,
    expected_at: timestamp.nullable,
    sent_at: timestamp.nullable,
    received_at: timestamp.nullable,
    canceled_at: timestamp.nullable,
    created_by: text.nullable,
    version: { ...integer.required, description: "Grows with every change." },
    quantity: { ...integer.required, description: "All pieces.", sql: sumOf("quantity") },
    received_quantity: {
      ...integer.required,
      description: "The pieces that have arrived.",
      sql: sumOf("received_quantity"),
    },
  },
  relations: {
    lines: many("stock_transfer_line", "transfer_id", { order: ["place"] }),
    from_location: one("stock_location", "from_location_id", { includesDeleted: true }),
    to_location: one("stock_location", "to_location_id", { nullable: false, includesDeleted: true }),
    user: one("user", "created_by", { includesDeleted: true }),
  },
});

const stockTransferLine = entity({
  name: "stock_transfer_line",
  table: "tradewind.stock_transfer_line",
  description: "An item of a transfer.",
  columns: {
    id: text.required,
    transfer_id: text.required,
    inventory_item_id: text.required,
    place: integer.required,
    quantity: integer.required,
    received_quantity: integer.required,
  },
  relations: {
    inventory_item: one("stored_inventory_item", "inventory_item_id", {
      nullable: false,
      includesDeleted: true,
    }),
  },
});

/** Transfers from or to one of the locations. */
export const atLocation: Condition = {
  name: "stock-transfer-at-location",
  sql: (row, parameter) => `(${row}.to_location_id = ${parameter} or ${row}.from_location_id = ${parameter})`,
};

/** Transfers between locations, or goods of suppliers. */
export const isFromSupplier: Condition = {
  name: "stock-transfer-from-supplier",
  sql: (row, parameter) => `((${row}.from_location_id is null) = ${parameter}::boolean)`,
};

export const stockTransferEntities = [stockTransfer, stockTransferLine];
