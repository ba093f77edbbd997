import { entity, integer, one, oneOf, text, timestamp } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import { countStates } from "./stock-count.ts";

const linesWhere = (condition: string) => (row: string) =>
  `(select count(*)::integer from tradewind.stock_count_line line where line.count_id = ${row}.id and ${condition})`;

export const stockCount = entity({
  name: "stock_count",
  table: "tradewind.stock_count",
  description: "A count of the goods of a location.",
  columns: {
    id: text.required,
    number: { ...integer.required, description: "For people." },
    created_at: timestamp.required,
    updated_at: timestamp.required,
    status: oneOf(...countStates).required,
    location_id: text.required,
    note: text.nullable,
    created_by: text.nullable,
    applied_by: text.nullable,
    applied_at: timestamp.nullable,
    canceled_at: timestamp.nullable,
    item_count: { ...integer.required, description: "The items to count.", sql: linesWhere("true") },
    counted_count: {
      ...integer.required,
      description: "Those that are counted.",
      sql: linesWhere("line.counted_quantity is not null"),
    },
    difference_count: {
      ...integer.required,
      description: "Those that were counted and differ from the stock.",
      sql: linesWhere("line.counted_quantity <> line.expected_quantity"),
    },
  },
  relations: {
    location: one("stock_location", "location_id", { nullable: false, includesDeleted: true }),
    user: one("user", "created_by", { includesDeleted: true }),
  },
});

export const stockCountLine = entity({
  name: "stock_count_line",
  table: "tradewind.stock_count_line",
  description: "An item of a count.",
  columns: {
    id: text.required,
    count_id: text.required,
    inventory_item_id: text.required,
    sku: text.nullable,
    name: text.nullable,
    expected_quantity: { ...integer.nullable, description: "What was stocked when the item was counted." },
    counted_quantity: { ...integer.nullable, description: "Null: not counted yet." },
    counted_by: text.nullable,
    counted_at: timestamp.nullable,
  },
  relations: {
    user: one("user", "counted_by", { includesDeleted: true }),
  },
});

export const lineStates = ["open", "counted", "different"] as const;

/** Lines that are not counted, counted, or counted with a difference. */
export const lineState: Condition = {
  name: "stock-count-line-state",
  sql: (row, parameter) => `case ${parameter}::text when 'open' then ${row}.counted_quantity is null
    when 'counted' then ${row}.counted_quantity is not null
    else ${row}.counted_quantity <> ${row}.expected_quantity end`,
};

export const stockCountEntities = [stockCount, stockCountLine];
