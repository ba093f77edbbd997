import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { type Granted, requirePermission } from "../../../../kernel/permissions.ts";
import { invalid, notFound } from "../../../../kernel/refusal.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import {
  adminLines,
  exceedsAgreed,
  type LineRequest,
  readCartContext,
} from "../../../selling/carts/index.ts";
import {
  checkedLine,
  deleteLines,
  insertLines,
  updateLineQuantity,
} from "../../../selling/line-items/index.ts";
import {
  copyOrderLines,
  deleteChange,
  insertChange,
  isKnownChange,
  isKnownLine,
} from "../edit-line-store.ts";
import { boundPieces } from "../edited-order.ts";
import { orderEditEvents } from "../events.ts";
import { type EditLine, type EditWithOrder, type ItemChange, originalOf } from "../order-edit.ts";
import { changeEdit } from "./change-edit.ts";

interface EditAuthor {
  editId: string;
  userId: string;
}

/** Adds a line with the current price for the customer. */
export function addItem(deps: CartDeps, author: EditAuthor, request: LineRequest): Promise<void> {
  // The same id in every attempt: the tax provider's answer refers to it.
  const lineId = newId("item");
  return changeEdit(deps, { ...author, action: "add_item" }, async (tx, { order, edit }) => {
    const cartContext = await readCartContext(tx, {
      regionId: order.region_id,
      salesChannelId: order.sales_channel_id,
      customerId: order.customer_id,
    });
    if (!cartContext.region) throw notFound("Region", order.region_id);
    const [line] = await adminLines(deps, {
      on: tx,
      cartId: edit.id,
      region: cartContext.region,
      salesChannelId: order.sales_channel_id,
      customer: cartContext.customer,
      requested: [request],
      source: "order_edit",
    });
    await insertLines(tx, { order_edit_id: edit.id }, [{ ...line!, id: lineId }]);
    await recordChange(tx, edit.id, { type: "item_add", original_line_item_id: null, line_item_id: lineId });
    return request.variant_id;
  });
}

/** Changes the quantity of a line of the order, or of an added one. */
export const updateItem = (
  deps: CartDeps,
  { granted, ...author }: EditAuthor & { granted: Granted },
  { itemId, quantity }: { itemId: string; quantity: number },
): Promise<void> =>
  changeEdit(deps, { ...author, action: "update_item" }, async (tx, locked) => {
    const line = await lineOf(tx, locked, itemId);
    if (!line) throw notFound("Line item", itemId);
    const changed = checkedLine(
      { ...line, quantity },
      { rules: deps.providers.rules, source: "order_edit", before: line },
    );
    if (exceedsAgreed(agreedOf(locked, line), quantity)) requirePermission(granted, "payments:write");
    await updateLineQuantity(tx, changed);
    const change = {
      type: "item_update" as const,
      original_line_item_id: line.original_item_id,
      line_item_id: line.id,
    };
    if (!changeOfLine(locked, line)) await recordChange(tx, locked.edit.id, change);
    return quantity > line.quantity ? line.variant_id : null;
  });

/** A price was agreed for the pieces of the order, also when the edit has fewer of them for now. */
const agreedOf = ({ order }: EditWithOrder, line: EditLine) => ({
  ...line,
  quantity: originalOf(order, line)?.quantity ?? line.quantity,
});

/** Removes a line of the order. An added line is removed by deleting its change: see `deleteItemChange`. */
export const removeItem = (deps: CartDeps, author: EditAuthor, itemId: string): Promise<void> =>
  changeEdit(deps, { ...author, action: "remove_item" }, async (tx, locked) => {
    const line = await lineOf(tx, locked, itemId);
    // Removing an unknown line succeeds.
    if (!line) return null;
    if (line.original_item_id === null) throw foreignLine(locked, itemId);
    const earlier = changeOfLine(locked, line);
    if (earlier) await deleteChange(tx, earlier.id);
    await deleteLines(tx, [line.id]);
    await recordChange(tx, locked.edit.id, {
      type: "item_remove",
      original_line_item_id: line.original_item_id,
      line_item_id: null,
    });
    return null;
  });

const foreignLine = ({ edit }: EditWithOrder, itemId: string) =>
  invalid(`Invalid line item id ${itemId} it does not belong to the same order edit ${edit.order_id}.`);

/** Undefined for an unknown line. A line of another edit, cart or order is refused. */
async function lineOf(tx: Tx, locked: EditWithOrder, itemId: string): Promise<EditLine | undefined> {
  const line = locked.edit.items.find(({ id }) => id === itemId);
  if (!line && (await isKnownLine(tx, itemId))) throw foreignLine(locked, itemId);
  return line;
}

const changeOfLine = ({ edit }: EditWithOrder, { id }: EditLine) =>
  edit.changes.find(({ line_item_id }) => line_item_id === id);

async function recordChange(tx: Tx, editId: string, change: Omit<ItemChange, "id">): Promise<void> {
  const id = newId("oic");
  await insertChange(tx, editId, { id, ...change });
  await orderEditEvents.announce(tx, "order-edit-item-change.CREATED", { id });
}

interface ChangeDeletion {
  editId: string;
  changeId: string;
  userId: string;
}

export const deleteItemChange = (
  deps: CartDeps,
  { editId, changeId, userId }: ChangeDeletion,
): Promise<void> =>
  changeEdit(deps, { editId, userId, action: "delete_change" }, async (tx, locked) => {
    const change = await changeById(tx, locked, changeId);
    await deleteChange(tx, change.id);
    await undo(tx, locked, change);
    await orderEditEvents.announce(tx, "order-edit-item-change.DELETED", { ids: [change.id] });
    return null;
  });

async function changeById(tx: Tx, { edit }: EditWithOrder, changeId: string): Promise<ItemChange> {
  const change = edit.changes.find(({ id }) => id === changeId);
  if (change) return change;
  if (!(await isKnownChange(tx, changeId))) throw notFound("Order edit item change", changeId);
  throw invalid(
    `The item change you are trying to delete doesn't belong to the OrderEdit with id: ${edit.id}.`,
  );
}

/**
 * Restores a removed line. Any other change is deleted with its line: as in v1, this also removes a line whose quantity
 * was changed. Only if the line cannot be removed from the order, its original state is restored.
 */
async function undo(
  tx: Tx,
  { order, edit }: EditWithOrder,
  { type, line_item_id, original_line_item_id }: ItemChange,
): Promise<void> {
  if (line_item_id !== null) await deleteLines(tx, [line_item_id]);
  const original = order.items.find(({ id }) => id === original_line_item_id);
  if (!original) return;
  const isRequired = boundPieces(order, original.id) > 0 || original.is_giftcard;
  if (type === "item_remove" || isRequired) await copyOrderLines(tx, edit.id, [original]);
}
