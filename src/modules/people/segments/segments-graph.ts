import { boolean, entity, integer, json, rowColumns, text, timestamp } from "../../../graph/entity.ts";

export const segment = entity({
  name: "segment",
  table: "tradewind.segment",
  description: "A customer group whose members follow rules. Its id is that of the group.",
  columns: {
    ...rowColumns,
    name: {
      ...text.required,
      sql: (row) => `(select named.name::text from customer_group named where named.id = ${row}.id)`,
    },
    rules: json.required,
    members: { ...integer.required, description: "How many customers are in it." },
    is_stale: {
      ...boolean.required,
      description: "The rules are new, and not all customers were compared with them yet.",
    },
    refreshed_at: {
      ...timestamp.nullable,
      description: "When all customers were last compared with the rules.",
    },
  },
});

export const segmentsEntities = [segment];
