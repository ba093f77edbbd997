import type { Graph } from "../../../../graph/graph.ts";
import type { View, Wanted } from "../../../../graph/selection.ts";
import { unknownEdit } from "../order-edit.ts";
import { editFacts } from "../order-edit-facts-graph.ts";
import { readingOf } from "../order-edit-schemas.ts";
import { toEditView } from "../order-edit-view.ts";
import type { orderEdit } from "../order-edits-graph.ts";

/** The edit with its totals, in one statement. */
export async function showEdit(
  { graph }: { graph: Graph },
  id: string,
  { view, ...wanted }: Wanted & { view: View<typeof orderEdit> },
) {
  const found = await graph.find(view, id, { ...readingOf(wanted), extras: [editFacts] });
  if (!found) throw unknownEdit(id);
  return toEditView(found);
}
