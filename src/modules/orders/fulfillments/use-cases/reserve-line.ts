import { inTransaction } from "../../../../db/transaction.ts";
import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { reserveForLine } from "../../../stock/inventory/index.ts";
import { allLines, allowOrder, lockOrder } from "../../orders/index.ts";
import type { FulfillmentDeps } from "./deps.ts";

interface Wanted {
  orderId: string;
  lineItemId: string;
  quantity?: number;
  locationId: string | null;
}

/** Keeps stock for a line of an order, or of its swaps and claims. Tells the reservations. */
export const reserveLine = (
  { db, graph }: Pick<FulfillmentDeps, "db" | "graph">,
  { orderId, lineItemId, quantity, locationId }: Wanted,
): Promise<string[]> =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(graph, tx, orderId);
    const line = allLines(order).find(({ id }) => id === lineItemId);
    if (!line) throw notFound("Line item", lineItemId);
    allowOrder("update", order);
    if (line.variant_id === null) throw invalid("A line item without a variant cannot be reserved");
    const { sales_channel_id: salesChannelId } = order;
    return reserveForLine(tx, {
      lineItemId,
      variantId: line.variant_id,
      quantity,
      locationId,
      salesChannelId,
    });
  });
