import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { allLines, type LockedOrder, lockOrder } from "../../../orders/orders/index.ts";
import { endExpectedReturns } from "../../../stock/inventory/index.ts";
import { returnEvents } from "../events.ts";
import type { LockedReturn } from "../return.ts";
import { requireReturnAllows } from "../return-state.ts";
import { cancelReturnRow, findOrderOfReturn, readReturn } from "../return-store.ts";

/** Returns the id of the order. The items can be returned again. */
export const cancelReturn = ({ db, graph }: { db: Db; graph: Graph }, id: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    const orderId = await findOrderOfReturn(tx, id);
    const order = await lockOrder(graph, tx, orderId);
    const returned = await readReturn(graph, tx, id);
    requireReturnAllows("cancel", returned);
    if (returned.status !== "canceled") {
      await cancelReturnRow(tx, id);
      await endExpectedReturn(tx, order, returned);
      const { no_notification } = returned;
      await returnEvents.announce(tx, "order.return_canceled", {
        id: orderId,
        return_id: id,
        no_notification,
      });
    }
    return orderId;
  });

/** The stock expects the returned goods of a paid swap until they arrive or the return is canceled: see `expectReturns`. */
export async function endExpectedReturn(
  tx: Tx,
  order: LockedOrder,
  { swap_id, items }: Pick<LockedReturn, "swap_id" | "items">,
): Promise<void> {
  const swap = order.swaps.find(({ id }) => id === swap_id);
  if (!swap || swap.confirmed_at === null || (swap.difference_due ?? 0) <= 0) return;
  const pieces = items.flatMap(({ item_id, quantity, requested_quantity }) => {
    const variantId = allLines(order).find(({ id }) => id === item_id)?.variant_id;
    return variantId ? [{ lineItemId: item_id, variantId, quantity: requested_quantity ?? quantity }] : [];
  });
  await endExpectedReturns(tx, pieces);
}
