import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { allowOrder } from "../../../orders/orders/index.ts";
import { closeCollection } from "../../../orders/payment-collections/index.ts";
import { differenceOf } from "../edit-totals.ts";
import { refuseRemovedPieces } from "../edited-pieces.ts";
import { editStateOf } from "../order-edit.ts";
import { allowEdit } from "../order-edit-state.ts";
import { lockEdit, saveStep } from "../order-edit-store.ts";
import type { EditDeps } from "./deps.ts";
import { followDifference } from "./follow-difference.ts";
import { refuseShortage } from "./refuse-shortage.ts";

interface Request {
  editId: string;
  userId: string;
  description: string | null;
}

/** The customer is asked to agree, and to pay what the order will cost more. Asked again, they are asked the same. */
export async function requestEdit(deps: EditDeps, { editId, userId, description }: Request): Promise<void> {
  const dropped = await inTransaction(deps.db, async (tx) => {
    const work = await lockEdit(deps.graph, tx, editId);
    const { order, edit, collection } = work;
    allowEdit("request", editStateOf(work, differenceOf(work)));
    allowOrder("edit", order);
    // What was paid for is not changed any more by asking again.
    if (collection?.authorized_amount) return null;
    refuseRemovedPieces(work);
    await refuseShortage(deps, tx, work);
    if (edit.status === "created") {
      await saveStep(tx, "requested", { id: editId, by: userId });
      await announce(tx, "order-edit.requested", { id: editId });
    }
    return followDifference(tx, work, { userId, description });
  });
  if (dropped) await closeCollection(deps, dropped);
}
