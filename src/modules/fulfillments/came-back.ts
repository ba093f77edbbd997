import { notAllowed } from "../../kernel/refusal.ts";
import type { OrderFulfillment, OrderInWork, OrderReturn } from "../orders/index.ts";
import type { Consignment } from "./consignment.ts";

/** Each once: that of a claim is a return of the order, too. */
function returnsOf({ returns, swaps, claims }: OrderInWork): OrderReturn[] {
  const all = [...returns, ...[...swaps, ...claims].flatMap(({ return_order }) => return_order ?? [])];
  return [...new Map(all.map((each) => [each.id, each])).values()];
}

const quantityOf = (items: readonly { item_id: string; quantity: number }[], lineId: string) =>
  items.reduce((sum, { item_id, quantity }) => (item_id === lineId ? sum + quantity : sum), 0);

/**
 * Goods that have come back were sent, whatever the fulfilment says, and are in stock again: when it is canceled they
 * must not come back a second time. What was sent with others counts as theirs first.
 */
export function haveComeBack(
  order: OrderInWork,
  { lines }: Consignment,
  { created_at, items }: OrderFulfillment,
): boolean {
  const since = returnsOf(order)
    .filter(({ received_at }) => received_at !== null && Date.parse(received_at) >= Date.parse(created_at))
    .flatMap((each) => each.items);
  return items.some(({ item_id, quantity }) => {
    const fulfilled = lines.find(({ id }) => id === item_id)?.fulfilled_quantity ?? 0;
    return quantityOf(since, item_id) > fulfilled - quantity;
  });
}

export const cameBack = () => notAllowed("Goods of the fulfillment have come back: it cannot be canceled");
