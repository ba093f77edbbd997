import { entity, json, one, softDeletedColumns, text } from "../../../graph/entity.ts";

export const note = entity({
  name: "note",
  description: "A remark of a user about a resource of the shop, for example an order.",
  columns: {
    ...softDeletedColumns,
    value: text.required,
    resource_type: text.required,
    resource_id: text.required,
    author_id: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    author: one("user", "author_id"),
  },
});

export const notesEntities = [note];
