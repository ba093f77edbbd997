import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { lockOrder } from "../../../orders/orders/index.ts";
import { allowReturn } from "../return-state.ts";
import { cancelReturnRow, findOrderOfReturn, readReturn } from "../return-store.ts";
import { endExchange } from "./end-exchange.ts";

/** The goods do not come back; the pieces can be returned another time. Tells the order they belong to. */
export const cancelReturn = ({ db, graph }: { db: Db; graph: Graph }, id: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    const orderId = await findOrderOfReturn(tx, id);
    const order = await lockOrder(graph, tx, orderId);
    const returned = await readReturn(graph, tx, id);
    allowReturn("cancel", returned);
    if (returned.status !== "canceled") {
      await cancelReturnRow(tx, id);
      await endExchange(tx, order, returned);
      const { no_notification } = returned;
      await announce(tx, "order.return_canceled", { id: orderId, return_id: id, no_notification });
    }
    return orderId;
  });
