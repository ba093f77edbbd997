import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { allowOrder, lockOrder } from "../../../orders/orders/index.ts";
import { hasActiveEdit, insertEdit } from "../order-edit-store.ts";
import { copyOrderLines } from "./copy-order-lines.ts";
import type { EditDeps } from "./deps.ts";

interface NewEdit {
  orderId: string;
  internalNote: string | null;
  userId: string;
}

/** Begins to edit an order; the edit has the lines of the order to begin with. An order is edited once at a time. */
export const createEdit = (
  { db, graph }: Pick<EditDeps, "db" | "graph">,
  { orderId, internalNote, userId }: NewEdit,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(graph, tx, orderId);
    allowOrder("edit", order);
    if (await hasActiveEdit(tx, orderId)) {
      throw invalid(`An active order edit already exists for the order ${orderId}`);
    }
    const id = newId("oe");
    await insertEdit(tx, { id, orderId, internalNote, createdBy: userId });
    await copyOrderLines(tx, id, order.items);
    await announce(tx, "order-edit.created", { id });
    return id;
  });
