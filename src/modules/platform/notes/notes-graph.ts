import { entity, json, one, softDeletedColumns, text } from "../../../graph/entity.ts";

export const note = entity({
  name: "note",
  description: "What somebody who runs the shop wrote down about something in it, e.g. an order.",
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
