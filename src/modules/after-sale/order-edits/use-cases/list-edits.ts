import type { Graph } from "../../../../graph/graph.ts";
import { editFacts } from "../order-edit-facts-graph.ts";
import { adminEdits, readingOf } from "../order-edit-schemas.ts";
import { toEditView } from "../order-edit-view.ts";

/** A page of edits with their totals, in two statements. */
export async function listEdits(
  { graph, config }: { graph: Graph; config: { maxLimit: number } },
  query: Record<string, unknown>,
) {
  const { maxLimit } = config;
  const asked = { ...query, ...readingOf(query) };
  const { rows, ...paging } = await adminEdits.read(graph, asked, { maxLimit, extras: [editFacts] });
  return { order_edits: rows.map(toEditView), ...paging };
}
