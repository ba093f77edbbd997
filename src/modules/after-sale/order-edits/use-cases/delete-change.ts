import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { deleteLines } from "../../../selling/line-items/index.ts";
import { deleteChange as deleteChangeRow, isKnownChange } from "../edit-line-store.ts";
import { boundPieces } from "../edited-pieces.ts";
import type { EditWork, ItemChange } from "../order-edit.ts";
import { changeEdit } from "./change-edit.ts";
import { copyOrderLines } from "./copy-order-lines.ts";
import type { EditDeps } from "./deps.ts";

interface Taken {
  editId: string;
  changeId: string;
  userId: string;
}

/** Takes a change back. */
export const deleteItemChange = (deps: EditDeps, { editId, changeId, userId }: Taken): Promise<void> =>
  changeEdit(deps, { editId, userId, action: "delete_change" }, async (tx, work) => {
    const change = await changeOf(tx, work, changeId);
    await deleteChangeRow(tx, change.id);
    await undo(tx, work, change);
    await announce(tx, "order-edit-item-change.DELETED", { ids: [change.id] });
    return null;
  });

async function changeOf(tx: Tx, { edit }: EditWork, changeId: string): Promise<ItemChange> {
  const change = edit.changes.find(({ id }) => id === changeId);
  if (change) return change;
  if (!(await isKnownChange(tx, changeId))) throw notFound("Order edit item change", changeId);
  throw invalid(
    `The item change you are trying to delete doesn't belong to the OrderEdit with id: ${edit.id}.`,
  );
}

/**
 * A line that was taken out is back. With any other change its line goes: as in v1 also that of a changed quantity,
 * unless something has happened to the line that keeps it in the order; then it is as it was.
 */
async function undo(
  tx: Tx,
  { order, edit }: EditWork,
  { type, line_item_id, original_line_item_id }: ItemChange,
): Promise<void> {
  if (line_item_id !== null) await deleteLines(tx, [line_item_id]);
  const original = order.items.find(({ id }) => id === original_line_item_id);
  if (!original) return;
  const isKept = boundPieces(order, original.id) > 0 || original.is_giftcard;
  if (type === "item_remove" || isKept) await copyOrderLines(tx, edit.id, [original]);
}
