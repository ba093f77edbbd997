import { type OrderFacts, type OrderLine, totalsOfOrder } from "../../orders/orders/index.ts";
import type { EditWork } from "./order-edit.ts";

/** The totals of an order as the edit would leave it, and how far they are from what they are. */
export function totalsOfEdit(order: OrderFacts, lines: OrderLine[]) {
  const { whole, lines: ofLines } = totalsOfOrder({ ...order, lines });
  return { whole, lines: ofLines, differenceDue: whole.total - totalsOfOrder(order).whole.total };
}

export const differenceOf = ({ order, edit }: Pick<EditWork, "order" | "edit">): number =>
  totalsOfEdit(order.$facts, edit.items).differenceDue;
