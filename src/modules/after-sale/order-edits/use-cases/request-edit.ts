import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { requireOrderAllows } from "../../../orders/orders/index.ts";
import {
  changeAmount,
  closeCollection,
  createCollection,
  type PaymentCollection,
  removeCollection,
} from "../../../orders/payment-collections/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import { refuseRemovedPieces } from "../edited-order.ts";
import { orderEditEvents } from "../events.ts";
import { differenceOf, type EditWithOrder, editStateOf } from "../order-edit.ts";
import { requireEditAllows } from "../order-edit-state.ts";
import { linkCollection, lockEdit, saveStep, unlinkCollection } from "../order-edit-store.ts";
import { refuseEditShortage } from "./refuse-edit-shortage.ts";

interface EditRequest {
  editId: string;
  userId: string;
  description: string | null;
}

/** Asks the customer to agree, and to pay the difference. May be repeated. */
export async function requestEdit(
  deps: CartDeps,
  { editId, userId, description }: EditRequest,
): Promise<void> {
  const removed = await inTransaction(deps.db, async (tx) => {
    const locked = await lockEdit(deps.graph, tx, editId);
    const { order, edit, collection } = locked;
    requireEditAllows("request", editStateOf(locked, differenceOf(locked)));
    // As in v1: what the customer has declined stays declined.
    if (edit.status === "declined") return null;
    requireOrderAllows("edit", order);
    // A repetition does not change an edit with an authorized payment.
    if (collection?.authorized_amount) return null;
    refuseRemovedPieces(locked);
    await refuseEditShortage(deps, tx, locked);
    if (edit.status === "created") {
      await saveStep(tx, "requested", { id: editId, by: userId });
      await orderEditEvents.announce(tx, "order-edit.requested", { id: editId });
    }
    return updateCollection(tx, locked, { userId, description });
  });
  if (removed) await closeCollection(deps, removed);
}

interface PaymentRequest {
  /** The user who requests the payment. */
  userId: string;
  description: string | null;
}

/**
 * Sets the amount of the payment collection to the difference due. Returns a collection that was removed because nothing
 * is due: the caller must close its sessions after the commit.
 */
export async function updateCollection(
  tx: Tx,
  { order, edit, collection }: EditWithOrder,
  { userId, description }: PaymentRequest,
): Promise<PaymentCollection | null> {
  const difference = differenceOf({ order, edit });
  if (difference > MAX_AMOUNT) throw invalid("The order edit comes to more than can be paid");
  if (difference > 0) {
    if (collection) await changeAmount(tx, collection, difference);
    else await insertCollection(tx, { order, edit, collection }, { userId, description, amount: difference });
    return null;
  }
  if (collection) {
    await unlinkCollection(tx, collection.id);
    await removeCollection(tx, collection);
  }
  return collection;
}

async function insertCollection(
  tx: Tx,
  { order, edit }: EditWithOrder,
  { userId, description, amount }: PaymentRequest & { amount: number },
): Promise<void> {
  const id = await createCollection(tx, {
    amount,
    description,
    regionId: order.region_id,
    currencyCode: order.currency_code,
    createdBy: userId,
  });
  await linkCollection(tx, edit.id, id);
}
