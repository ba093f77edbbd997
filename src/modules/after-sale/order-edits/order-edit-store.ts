import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { Graph } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import { lockOrder } from "../../orders/orders/index.ts";
import {
  findCollection,
  lockCollectionAndPayments,
  type PaymentCollection,
} from "../../orders/payment-collections/index.ts";
import { deleteLinesOf } from "../../selling/line-items/index.ts";
import { type EditWithOrder, editNotFound, type LockedEdit } from "./order-edit.ts";
import { orderEdit, taxFacts } from "./order-edits-graph.ts";

const lockedEdit = viewOf({
  entity: orderEdit,
  fields: ["*", "items.variant.product_id"],
  relations: ["items", "items.tax_lines", "items.adjustments", "changes"],
});

export async function readEdit(graph: Graph, on: Connection, id: string): Promise<LockedEdit> {
  const found = await graph.find(lockedEdit, id, { on, extras: [taxFacts] });
  if (!found) throw editNotFound(id);
  return found;
}

const orderOf = compiled("order-edit-order", (db, p: { id: string }) =>
  db.selectFrom("order_edit").select("order_id").where("id", "=", p.id),
);

/** Locks the order, which also locks all its edits, and then the payment collection. */
export async function lockEdit(graph: Graph, tx: Tx, id: string): Promise<EditWithOrder> {
  const [found] = await orderOf(tx, { id });
  if (!found) throw editNotFound(id);
  const order = await lockOrder(graph, tx, found.order_id);
  const edit = await readEdit(graph, tx, id);
  return { order, edit, collection: await collectionOf(graph, tx, edit) };
}

async function collectionOf(
  graph: Graph,
  tx: Tx,
  { payment_collection_id: id }: LockedEdit,
): Promise<PaymentCollection | null> {
  if (id === null) return null;
  await lockCollectionAndPayments(tx, id);
  return findCollection(graph, tx, id);
}

const active = compiledSql<{ orderId: string }, { id: string }>(
  "order-edit-active",
  (p) => sql<{ id: string }>`select id from order_edit where order_id = ${p.orderId}
    and confirmed_at is null and canceled_at is null and declined_at is null`,
);

/** The order must be locked. */
export async function hasActiveEdit(tx: Tx, orderId: string): Promise<boolean> {
  return (await active(tx, { orderId })).length > 0;
}

interface NewEdit {
  id: string;
  orderId: string;
  internalNote: string | null;
  createdBy: string;
}

const insert = compiledWrite<NewEdit>(
  "order-edit-insert",
  { inserts: ["order_edit"] },
  (p) => sql`insert into order_edit (id, order_id, internal_note, created_by)
    values (${p.id}, ${p.orderId}, ${p.internalNote}, ${p.createdBy})`,
);

export const insertEdit = (tx: Tx, edit: NewEdit): Promise<void> => insert(tx, edit);

const note = compiledReturningWrite<{ id: string; note: string | null }, { id: string }>(
  "order-edit-note",
  { updates: ["order_edit"] },
  (p) => sql<{ id: string }>`update order_edit set internal_note = ${p.note}, updated_at = now()
    where id = ${p.id} returning id`,
);

export async function saveNote(tx: Tx, id: string, internalNote: string | null): Promise<void> {
  const [changed] = await note(tx, { id, note: internalNote });
  if (!changed) throw editNotFound(id);
}

/** A step has two columns: its time, and its author. */
type EditStep = "requested" | "confirmed" | "declined" | "canceled";

interface Step {
  id: string;
  by: string | null;
}

const updateStep = (step: EditStep) =>
  compiledWrite<Step>(
    `order-edit-${step}`,
    { updates: ["order_edit"] },
    (p) => sql`update order_edit set ${sql.ref(`${step}_at`)} = now(), ${sql.ref(`${step}_by`)} = ${p.by},
      updated_at = now() where id = ${p.id}`,
  );

const steps = {
  requested: updateStep("requested"),
  confirmed: updateStep("confirmed"),
  declined: updateStep("declined"),
  canceled: updateStep("canceled"),
};

/** The order must be locked. */
export const saveStep = (tx: Tx, step: EditStep, saved: Step): Promise<void> => steps[step](tx, saved);

const reason = compiledWrite<{ id: string; reason: string | null }>(
  "order-edit-decline-reason",
  { updates: ["order_edit"] },
  (p) => sql`update order_edit set declined_reason = ${p.reason} where id = ${p.id}`,
);

export const saveDeclineReason = (tx: Tx, id: string, declinedReason: string | null): Promise<void> =>
  reason(tx, { id, reason: declinedReason });

const link = compiledWrite<{ id: string; collectionId: string }>(
  "order-edit-payment-collection",
  { updates: ["order_edit"] },
  (p) => sql`update order_edit set payment_collection_id = ${p.collectionId}, updated_at = now()
    where id = ${p.id}`,
);

export const linkCollection = (tx: Tx, id: string, collectionId: string): Promise<void> =>
  link(tx, { id, collectionId });

const unlink = compiledWrite<{ collectionId: string }>(
  "order-edit-unlink-collection",
  { updates: ["order_edit"] },
  (p) => sql`update order_edit set payment_collection_id = null, updated_at = now()
    where payment_collection_id = ${p.collectionId}`,
);

/** Removes the collection from its edit. */
export const unlinkCollection = (tx: Tx, collectionId: string): Promise<void> => unlink(tx, { collectionId });

const deleteChanges = compiledWrite<{ id: string }>(
  "order-edit-delete-changes",
  { deletes: ["order_item_change"] },
  (p) => sql`delete from order_item_change where order_edit_id = ${p.id}`,
);
const deleteRow = compiledWrite<{ id: string }>(
  "order-edit-delete",
  { deletes: ["order_edit"] },
  (p) => sql`delete from order_edit where id = ${p.id}`,
);

/** Deletes an edit of a locked order that was never applied, with its lines. */
export async function deleteEditRows(tx: Tx, id: string): Promise<void> {
  await deleteChanges(tx, { id });
  await deleteLinesOf(tx, "edit", id);
  await deleteRow(tx, { id });
}
