import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { allowOrder } from "../order-state.ts";
import { lockOrder, saveOrderState } from "../order-work-store.ts";

/** How the work on an order ends: it is done, then it is put away. */
const endings = {
  complete: { status: "completed", event: "order.completed" },
  archive: { status: "archived", event: "order.updated" },
} as const;

/** An order that is completed already stays as it is. */
export const closeOrder = (
  { db, graph }: { db: Db; graph: Graph },
  id: string,
  action: keyof typeof endings,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(graph, tx, id);
    allowOrder(action, order);
    const { status, event } = endings[action];
    if (order.status === status) return;
    await saveOrderState(tx, id, { status });
    await announce(tx, event, { id, no_notification: order.no_notification });
  });
