import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { promisedLines, readCartContext, refuseHuge, type WantedLine } from "../../../selling/carts/index.ts";
import { deleteLines, insertLines, updateLineQuantity } from "../../../selling/line-items/index.ts";
import { deleteChange, insertChange, isKnownLine } from "../edit-line-store.ts";
import type { EditLine, EditWork, ItemChange } from "../order-edit.ts";
import { changeEdit } from "./change-edit.ts";
import type { EditDeps } from "./deps.ts";

interface Changing {
  editId: string;
  userId: string;
}

/** Adds a line of its own, priced as the customer would pay it now. */
export function addItem(deps: EditDeps, changing: Changing, wanted: WantedLine): Promise<void> {
  // The same for every attempt: a tax service is asked for lines by their ids.
  const lineId = newId("item");
  return changeEdit(deps, { ...changing, action: "add_item" }, async (tx, { order, edit }) => {
    const ground = await readCartContext(tx, {
      regionId: order.region_id,
      salesChannelId: order.sales_channel_id,
      customerId: order.customer_id,
    });
    if (!ground.region) throw notFound("Region", order.region_id);
    const [line] = await promisedLines(deps, {
      on: tx,
      cartId: edit.id,
      region: ground.region,
      salesChannelId: order.sales_channel_id,
      customerGroupIds: ground.customer?.group_ids ?? [],
      wanted: [wanted],
    });
    await insertLines(tx, { order_edit_id: edit.id }, [{ ...line!, id: lineId }]);
    await noteChange(tx, edit.id, { type: "item_add", original_line_item_id: null, line_item_id: lineId });
    return wanted.variant_id;
  });
}

/** Another quantity for a line, whether it was there or is added. */
export const updateItem = (
  deps: EditDeps,
  changing: Changing,
  { itemId, quantity }: { itemId: string; quantity: number },
): Promise<void> =>
  changeEdit(deps, { ...changing, action: "update_item" }, async (tx, work) => {
    const line = await lineOf(tx, work, itemId);
    if (!line) throw notFound("Line item", itemId);
    refuseHuge({ unit_price: line.unit_price, quantity });
    await updateLineQuantity(tx, line.id, quantity);
    const change = {
      type: "item_update" as const,
      original_line_item_id: line.original_item_id,
      line_item_id: line.id,
    };
    if (!changeOf(work, line)) await noteChange(tx, work.edit.id, change);
    return quantity > line.quantity ? line.variant_id : null;
  });

/** Takes a line of the order out. One that the edit added is taken back with its change. */
export const removeItem = (deps: EditDeps, changing: Changing, itemId: string): Promise<void> =>
  changeEdit(deps, { ...changing, action: "remove_item" }, async (tx, work) => {
    const line = await lineOf(tx, work, itemId);
    // What is not there is as good as gone.
    if (!line) return null;
    if (line.original_item_id === null) throw foreignLine(work, itemId);
    const earlier = changeOf(work, line);
    if (earlier) await deleteChange(tx, earlier.id);
    await deleteLines(tx, [line.id]);
    await noteChange(tx, work.edit.id, {
      type: "item_remove",
      original_line_item_id: line.original_item_id,
      line_item_id: null,
    });
    return null;
  });

const foreignLine = ({ edit }: EditWork, itemId: string) =>
  invalid(`Invalid line item id ${itemId} it does not belong to the same order edit ${edit.order_id}.`);

/** The line of the edit; undefined where there is no such line at all. */
async function lineOf(tx: Tx, work: EditWork, itemId: string): Promise<EditLine | undefined> {
  const line = work.edit.items.find(({ id }) => id === itemId);
  if (!line && (await isKnownLine(tx, itemId))) throw foreignLine(work, itemId);
  return line;
}

const changeOf = ({ edit }: EditWork, { id }: EditLine) =>
  edit.changes.find(({ line_item_id }) => line_item_id === id);

async function noteChange(tx: Tx, editId: string, change: Omit<ItemChange, "id">): Promise<void> {
  const id = newId("oic");
  await insertChange(tx, editId, { id, ...change });
  await announce(tx, "order-edit-item-change.CREATED", { id });
}
