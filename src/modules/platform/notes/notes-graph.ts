import { entity, json, one, softDeletedColumns, text } from "../../../graph/entity.ts";
import type { Graph, Row } from "../../../graph/graph.ts";
import type { View } from "../../../graph/selection.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { noteNotFoundMessage, noteRelations } from "../v1-shapes.ts";

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

export const noteView = { entity: note, relations: noteRelations.read };
export const noteViewAfterWrite = { entity: note, relations: noteRelations.afterWrite };

export async function findNote(graph: Graph, view: View, id: string): Promise<Row> {
  const found = await graph.find(view, id);
  if (!found) throw new Refusal("not_found", noteNotFoundMessage(id));
  return found;
}
