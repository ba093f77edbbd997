import { totalsOfEdit } from "./edit-totals.ts";
import type { EditFacts } from "./order-edit-facts-graph.ts";
import type { EditRow } from "./order-edits-graph.ts";

/** The edit with its totals, without what was read for computing them. */
export function toEditView(read: EditRow & { $facts: EditFacts }) {
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
