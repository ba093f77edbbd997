import type { Graph } from "../../../../graph/graph.ts";
import type { RequestedSelection, View } from "../../../../graph/selection.ts";
import { editNotFound, totalsOfEdit } from "../order-edit.ts";
import { adminEdits, editSelectionOf } from "../order-edit-schemas.ts";
import { type EditFacts, type EditRow, editFacts, type orderEdit } from "../order-edits-graph.ts";

/** The edit with its totals, in one statement. */
export async function showEdit(
  { graph }: { graph: Graph },
  id: string,
  { view, ...selection }: RequestedSelection & { view: View<typeof orderEdit> },
) {
  const found = await graph.find(view, id, { ...editSelectionOf(selection), extras: [editFacts] });
  if (!found) throw editNotFound(id);
  return toEditView(found);
}

/** A page of edits with their totals, in two statements. */
export async function listEdits(
  { graph, config }: { graph: Graph; config: { maxLimit: number } },
  query: Record<string, unknown>,
) {
  const { maxLimit } = config;
  const request = { ...query, ...editSelectionOf(query) };
  const { rows, ...paging } = await adminEdits.read(graph, request, { maxLimit, extras: [editFacts] });
  return { order_edits: rows.map(toEditView), ...paging };
}

/** Replaces the facts by the totals. */
function toEditView(read: EditRow & { $facts: EditFacts }) {
  const { $facts, ...edit } = read;
  const totals = totalsOfEdit($facts.order, $facts.lines);
  const { discount_total, gift_card_total, gift_card_tax_total, shipping_total, subtotal, tax_total, total } =
    totals.whole;
  return {
    ...edit,
    items: (edit.items ?? []).map((line) => ({ ...line, ...totals.lines.get(line.id) })),
    discount_total,
    gift_card_total,
    gift_card_tax_total,
    shipping_total,
    subtotal,
    tax_total,
    total,
    difference_due: totals.differenceDue,
  };
}
