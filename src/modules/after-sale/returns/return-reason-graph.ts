import { entity, json, many, one, softDeletedColumns, text } from "../../../graph/entity.ts";

export const returnReason = entity({
  name: "return_reason",
  description:
    "Why customers send things back. A reason may have more precise ones below it, one level deep.",
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
