import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql, compiledWrite } from "../../../db/statements.ts";
import { moveFulfillmentsToEdit } from "../../orders/fulfillments/index.ts";
import type { OrderedLine } from "../../orders/orders/index.ts";
import {
  copyLinesToEdit,
  replaceAdjustments,
  replaceLinesByEdit,
  replaceLineTaxes,
} from "../../selling/line-items/index.ts";
import { moveClaimItemsToEdit } from "../claims/index.ts";
import { moveRefundedPiecesToEdit } from "../line-refunds/index.ts";
import { moveReturnItemsToEdit } from "../returns/index.ts";
import type { EditAdjustment, ItemChange } from "./order-edit.ts";

const editOfLine = compiledSql<{ id: string }, { editId: string | null }>(
  "order-edit-of-line",
  (p) => sql<{ editId: string | null }>`select order_edit_id as "editId" from line_item where id = ${p.id}`,
);

/** Whether the line exists, in any edit, cart or order. */
export async function isKnownLine(tx: Tx, id: string): Promise<boolean> {
  return (await editOfLine(tx, { id })).length > 0;
}

const addChange = compiledWrite<ItemChange & { editId: string }>(
  "order-item-change-insert",
  { inserts: ["order_item_change"] },
  (p) => sql`insert into order_item_change (id, order_edit_id, type, original_line_item_id, line_item_id)
    values (${p.id}, ${p.editId}, ${p.type}, ${p.original_line_item_id}, ${p.line_item_id})`,
);

export const insertChange = (tx: Tx, editId: string, change: ItemChange): Promise<void> =>
  addChange(tx, { editId, ...change });

const removeChange = compiledWrite<{ id: string }>(
  "order-item-change-delete",
  { deletes: ["order_item_change"] },
  (p) => sql`delete from order_item_change where id = ${p.id}`,
);

export const deleteChange = (tx: Tx, id: string): Promise<void> => removeChange(tx, { id });

const changeById = compiledSql<{ id: string }, { id: string }>(
  "order-item-change-find",
  (p) => sql<{ id: string }>`select id from order_item_change where id = ${p.id} and deleted_at is null`,
);

export async function isKnownChange(tx: Tx, id: string): Promise<boolean> {
  return (await changeById(tx, { id })).length > 0;
}

/** The lines of an edit become the lines of its locked order; fulfilments, returns and claims refer to them from then on. */
export async function applyLines(tx: Tx, applied: { editId: string; orderId: string }): Promise<void> {
  await replaceLinesByEdit(tx, applied);
  await moveFulfillmentsToEdit(tx, applied.editId);
  await moveReturnItemsToEdit(tx, applied.editId);
  await moveRefundedPiecesToEdit(tx, applied.editId);
  await moveClaimItemsToEdit(tx, applied.editId);
}

const openCalls = compiledSql<{ orderId: string }, unknown>(
  "order-edit-carrier-calls",
  (p) => sql`select 1 from tradewind.carrier_call where order_id = ${p.orderId}`,
);

/** Whether a carrier call for the locked order is open: it refers to the present ids of the lines. */
export async function hasOpenCarrierCall(tx: Tx, orderId: string): Promise<boolean> {
  return (await openCalls(tx, { orderId })).length > 0;
}

/** Copies lines of the order into the edit, with their taxes and discounts. */
export async function copyOrderLines(
  tx: Tx,
  editId: string,
  originals: readonly OrderedLine[],
): Promise<void> {
  if (originals.length === 0) return;
  const copies = await copyLinesToEdit(
    tx,
    editId,
    originals.map(({ id }) => id),
  );
  const byCopy = <Row>(of: (line: OrderedLine) => readonly Row[]) =>
    new Map(originals.map((line) => [copies.get(line.id)!, of(line)]));
  await replaceLineTaxes(
    tx,
    byCopy(({ tax_lines }) => tax_lines),
  );
  await replaceAdjustments(
    tx,
    byCopy(({ adjustments }) => adjustments as readonly EditAdjustment[]),
  );
}
