import { totalsOfEdit } from "./edit-totals.ts";
import type { EditFacts } from "./order-edit-facts-graph.ts";

type Row = Record<string, unknown>;

/** The edit with its totals, without what was read for computing them. */
export function toEditView(read: Row): Row {
  const { $facts, ...edit } = read;
  const { order, lines } = $facts as EditFacts;
  const totals = totalsOfEdit(order, lines);
  const { discount_total, gift_card_total, gift_card_tax_total, shipping_total, subtotal, tax_total, total } =
    totals.whole;
  return {
    ...edit,
    items: (edit["items"] as Row[]).map((line) => ({ ...line, ...totals.lines.get(line["id"] as string) })),
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
