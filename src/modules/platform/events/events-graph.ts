import { entity, integer, json, one, text, timestamp } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const event = entity({
  name: "event",
  table: "tradewind.event",
  description: "Something that happened in the shop.",
  columns: {
    id: text.required,
    name: text.required,
    entity_id: { ...text.nullable, description: "What it happened to." },
    data: { ...json.required, description: "What the event says; secrets in it are not shown." },
    occurred_at: timestamp.required,
    user_id: { ...text.nullable, description: "The user who did it." },
    customer_id: { ...text.nullable, description: "The customer who did it." },
    $seq: { ...integer.required, sql: (row) => `${row}.seq` },
  },
  relations: {
    user: one("user", "user_id", { evenDeleted: true }),
    customer: one("customer", "customer_id", { evenDeleted: true }),
  },
});

/** The second part is for an index. */
export const inArea: Condition = {
  name: "event-in-area",
  sql: (row, prefix) => `(starts_with(${row}.name, ${prefix})
    and split_part(${row}.name, '.', 1) = split_part(${prefix}, '.', 1))`,
};

const seqOf = (id: string) => `(select placed.seq from tradewind.event placed where placed.id = ${id})`;

export const isAfter: Condition = {
  name: "event-after",
  sql: (row, id) => `${row}.seq > ${seqOf(id)}`,
};

export const isBefore: Condition = {
  name: "event-before",
  sql: (row, id) => `${row}.seq < ${seqOf(id)}`,
};

export const eventsEntities = [event];
