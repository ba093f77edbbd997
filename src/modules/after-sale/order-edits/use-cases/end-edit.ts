import { inTransaction } from "../../../../db/transaction.ts";
import { cancelCollection, closeCollection } from "../../../orders/payment-collections/index.ts";
import { hasPendingOperations, paymentBusy } from "../../../orders/payments/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import { orderEditEvents } from "../events.ts";
import { differenceOf, editStateOf } from "../order-edit.ts";
import { requireEditAllows } from "../order-edit-state.ts";
import { lockEdit, saveDeclineReason, saveStep } from "../order-edit-store.ts";

interface EditEnd {
  editId: string;
  by: string | null;
}

/** By the merchant. */
export const cancelEdit = (deps: CartDeps, end: EditEnd): Promise<void> =>
  endEdit(deps, { ...end, action: "cancel", reason: null });

/** By the customer. */
export const declineEdit = (deps: CartDeps, end: EditEnd & { reason: string | null }): Promise<void> =>
  endEdit(deps, { ...end, action: "decline" });

type EndAction = EditEnd & { action: "cancel" | "decline"; reason: string | null };

const statusAfter = { cancel: "canceled", decline: "declined" } as const;

/**
 * Ends the edit, and then cancels its authorized payments: an ended edit can no longer be confirmed with them. A
 * repetition after a crash continues with the payments.
 */
async function endEdit(deps: CartDeps, { editId, action, by, reason }: EndAction): Promise<void> {
  const status = statusAfter[action];
  const collection = await inTransaction(deps.db, async (tx) => {
    const locked = await lockEdit(deps.graph, tx, editId);
    requireEditAllows(action, editStateOf(locked, differenceOf(locked)));
    if (locked.edit.status !== status) {
      // A capture may be running: then the edit cannot end before the payment is refunded.
      if (await hasPendingOperations(tx, locked.collection?.payments ?? [])) throw paymentBusy();
      await saveStep(tx, status, { id: editId, by });
      if (action === "decline") await saveDeclineReason(tx, editId, reason);
      if (locked.collection) await cancelCollection(tx, locked.collection);
      await orderEditEvents.announce(tx, `order-edit.${status}`, { id: editId });
    }
    return locked.collection;
  });
  if (collection) await closeCollection(deps, collection);
}
