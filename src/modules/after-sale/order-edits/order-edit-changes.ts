import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";
import { lockOrder, requireOrderAllows } from "../../orders/orders/index.ts";
import type { CartDeps } from "../../selling/carts/index.ts";
import { copyOrderLines } from "./edit-line-store.ts";
import { orderEditEvents } from "./events.ts";
import { differenceOf, editStateOf } from "./order-edit.ts";
import { requireEditAllows } from "./order-edit-state.ts";
import { deleteEditRows, hasActiveEdit, insertEdit, lockEdit, saveNote } from "./order-edit-store.ts";

interface NewOrderEdit {
  orderId: string;
  internalNote: string | null;
  userId: string;
}

/** Copies the lines of the order into a new edit. An order has at most one active edit. */
export const createEdit = (
  { db, graph }: Pick<CartDeps, "db" | "graph">,
  { orderId, internalNote, userId }: NewOrderEdit,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(graph, tx, orderId);
    requireOrderAllows("edit", order);
    if (await hasActiveEdit(tx, orderId)) {
      throw invalid(`An active order edit already exists for the order ${orderId}`);
    }
    const id = newId("oe");
    await insertEdit(tx, { id, orderId, internalNote, createdBy: userId });
    await copyOrderLines(tx, id, order.items);
    await orderEditEvents.announce(tx, "order-edit.created", { id });
    return id;
  });

/** The note can be changed in every status. Undefined: no change. */
export async function updateEdit(
  { db }: { db: Db },
  id: string,
  internalNote: string | null | undefined,
): Promise<void> {
  if (internalNote === undefined) return;
  await inTransaction(db, async (tx) => {
    await saveNote(tx, id, internalNote);
    await orderEditEvents.announce(tx, "order-edit.updated", { id });
  });
}

/** Only before the edit is requested. Succeeds also if the edit does not exist. */
export async function deleteEdit({ db, graph }: Pick<CartDeps, "db" | "graph">, id: string): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const locked = await lockEdit(graph, tx, id);
      requireEditAllows("delete", editStateOf(locked, differenceOf(locked)));
      await deleteEditRows(tx, id);
      await orderEditEvents.announce(tx, "order-edit.deleted", { id });
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.type !== "not_found") throw error;
  }
}
