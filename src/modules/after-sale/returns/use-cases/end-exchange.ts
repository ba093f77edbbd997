import type { Tx } from "../../../../db/database.ts";
import { allLines, type OrderInWork } from "../../../orders/orders/index.ts";
import { endExpectedReturns } from "../../../stock/inventory/index.ts";
import type { ReturnInWork } from "../return.ts";

/** Goods of a swap that was paid for are expected in stock until they are here, or do not come: see `expectReturns`. */
export async function endExchange(
  tx: Tx,
  order: OrderInWork,
  { swap_id, items }: Pick<ReturnInWork, "swap_id" | "items">,
): Promise<void> {
  const swap = order.swaps.find(({ id }) => id === swap_id);
  if (!swap || swap.confirmed_at === null || (swap.difference_due ?? 0) <= 0) return;
  const pieces = items.flatMap(({ item_id, quantity, requested_quantity }) => {
    const variantId = allLines(order).find(({ id }) => id === item_id)?.variant_id;
    return variantId ? [{ lineItemId: item_id, variantId, quantity: requested_quantity ?? quantity }] : [];
  });
  await endExpectedReturns(tx, pieces);
}
