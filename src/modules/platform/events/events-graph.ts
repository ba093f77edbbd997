import { entity, integer, json, one, text, timestamp } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import type { SelectedRow } from "../../../graph/row.ts";

export const event = entity({
  name: "event",
  table: "tradewind.event",
  description: "Something that happened in the shop.",
  columns: {
    id: text.required,
    name: text.required,
    entity_id: { ...text.nullable, description: "The id of the entity that changed." },
    data: { ...json.required, description: "The event's payload without secrets." },
    occurred_at: timestamp.required,
    user_id: { ...text.nullable, description: "The user who caused it." },
    customer_id: { ...text.nullable, description: "The customer who caused it." },
    $seq: { ...integer.required, sql: (row) => `${row}.seq` },
  },
  relations: {
    user: one("user", "user_id", { includesDeleted: true }),
    customer: one("customer", "customer_id", { includesDeleted: true }),
  },
});

/** The second condition makes the index on the area usable. */
export const inArea: Condition = {
  name: "event-in-area",
  sql: (row, prefix) => `(starts_with(${row}.name, ${prefix})
    and split_part(${row}.name, '.', 1) = split_part(${prefix}, '.', 1))`,
};

export const isOfParts: Condition = {
  name: "event-of-parts",
  sql: (row, parts) => `split_part(${row}.name, '.', 1) = any(${parts}::text[])`,
};

export const isOfOtherParts: Condition = {
  name: "event-of-other-parts",
  sql: (row, parts) => `split_part(${row}.name, '.', 1) <> all(${parts}::text[])`,
};

const sequenceOf = (id: string) => `(select placed.seq from tradewind.event placed where placed.id = ${id})`;

export const isAfter: Condition = {
  name: "event-after",
  sql: (row, id) => `${row}.seq > ${sequenceOf(id)}`,
};

export const isBefore: Condition = {
  name: "event-before",
  sql: (row, id) => `${row}.seq < ${sequenceOf(id)}`,
};

export type EventRow = SelectedRow<typeof event>;

export const eventsEntities = [event];
