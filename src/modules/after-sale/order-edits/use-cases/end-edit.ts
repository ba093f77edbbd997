import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { cancelCollection, closeCollection } from "../../../orders/payment-collections/index.ts";
import { areMoved, stillUnderWay } from "../../../orders/payments/index.ts";
import { differenceOf } from "../edit-totals.ts";
import { editStateOf } from "../order-edit.ts";
import { allowEdit } from "../order-edit-state.ts";
import { lockEdit, saveDeclineReason, saveStep } from "../order-edit-store.ts";
import type { EditDeps } from "./deps.ts";

interface Ending {
  editId: string;
  by: string | null;
}

/** The merchant gives the edit up. */
export const cancelEdit = (deps: EditDeps, ending: Ending): Promise<void> =>
  endEdit(deps, { ...ending, action: "cancel", reason: null });

/** The customer does not want it. */
export const declineEdit = (deps: EditDeps, ending: Ending & { reason: string | null }): Promise<void> =>
  endEdit(deps, { ...ending, action: "decline" });

type End = Ending & { action: "cancel" | "decline"; reason: string | null };

const statusAfter = { cancel: "canceled", decline: "declined" } as const;

/**
 * Nothing comes of the edit, and money that was reserved for it is let go. First it ends, so that nobody can confirm it
 * with that money any more; then the payment services are asked. Ended again, only what was left to do is done.
 */
async function endEdit(deps: EditDeps, { editId, action, by, reason }: End): Promise<void> {
  const status = statusAfter[action];
  const collection = await inTransaction(deps.db, async (tx) => {
    const work = await lockEdit(deps.graph, tx, editId);
    allowEdit(action, editStateOf(work, differenceOf(work)));
    if (work.edit.status !== status) {
      // The money may just be captured: then the edit cannot end before it is given back.
      if (await areMoved(tx, work.collection?.payments ?? [])) throw stillUnderWay();
      await saveStep(tx, status, { id: editId, by });
      if (action === "decline") await saveDeclineReason(tx, editId, reason);
      if (work.collection) await cancelCollection(tx, work.collection);
      await announce(tx, `order-edit.${status}`, { id: editId });
    }
    return work.collection;
  });
  if (collection) await closeCollection(deps, collection);
}
