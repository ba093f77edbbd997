import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { Graph } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import {
  deleteMethodOfReturn,
  insertShippingMethods,
  insertShippingTaxes,
} from "../../selling/shipping-methods/index.ts";
import type { Arrival } from "./arrival.ts";
import { type LockedReturn, type ReturnItemRequest, type ReturnShipping, returnNotFound } from "./return.ts";
import { return_ } from "./returns-graph.ts";

/** The columns of the owner: an order, a swap or a claim. */
interface ReturnOwnerColumns {
  order_id: string | null;
  swap_id: string | null;
  claim_order_id: string | null;
}

interface NewReturnRow extends ReturnOwnerColumns {
  id: string;
  location_id: string | null;
  refund_amount: number;
  no_notification: boolean | null;
  metadata: Metadata | null;
  idempotency_key: string | null;
  items: (ReturnItemRequest & { metadata: Metadata | null })[];
  shipping: ReturnShipping | null;
}

const insert = compiledReturningWrite<{ row: string; items: string }, unknown>(
  "return-insert",
  { inserts: ["return_item", "return"] },
  (p) => sql`
    with items as (
      insert into return_item (return_id, item_id, quantity, requested_quantity, reason_id, note, metadata)
      select sent.return_id, sent.item_id, sent.quantity, sent.quantity, sent.reason_id, sent.note, sent.metadata
      from jsonb_to_recordset(${p.items}::jsonb) as sent(return_id varchar, item_id varchar, quantity integer,
        reason_id varchar, note varchar, metadata jsonb))
    insert into "return" (id, order_id, swap_id, claim_order_id, location_id, refund_amount, no_notification,
      metadata, idempotency_key)
    select sent.id, sent.order_id, sent.swap_id, sent.claim_order_id, sent.location_id, sent.refund_amount,
      sent.no_notification, sent.metadata, sent.idempotency_key
    from jsonb_to_record(${p.row}::jsonb) as sent(id varchar, order_id varchar, swap_id varchar,
      claim_order_id varchar, location_id varchar, refund_amount integer, no_notification boolean,
      metadata jsonb, idempotency_key varchar)`,
);

export async function insertReturnRow(tx: Tx, { items, shipping, ...row }: NewReturnRow): Promise<void> {
  await insert(tx, {
    row: JSON.stringify(row),
    items: JSON.stringify(items.map((item) => ({ ...item, return_id: row.id }))),
  });
  if (!shipping) return;
  await insertShippingMethods(tx, { return_id: row.id }, [shipping]);
  await insertShippingTaxes(tx, shipping.id, shipping.tax_lines);
}

const orderOf = compiledSql<{ id: string }, { orderId: string }>(
  "return-order",
  (p) => sql<{ orderId: string }>`
    select coalesce(back.order_id, exchanged.order_id, claimed.order_id) as "orderId"
    from "return" back
    left join swap exchanged on exchanged.id = back.swap_id
    left join claim_order claimed on claimed.id = back.claim_order_id
    where back.id = ${p.id}`,
);

/** The order of a return, also of one of a swap or claim. */
export async function findOrderOfReturn(on: Connection, id: string): Promise<string> {
  const [found] = await orderOf(on, { id });
  if (!found) throw returnNotFound(id);
  return found.orderId;
}

const byKey = compiledSql<{ orderId: string; key: string }, { id: string }>(
  "return-by-key",
  (p) => sql<{ id: string }>`select id from "return"
    where order_id = ${p.orderId} and idempotency_key = ${p.key} and status = 'requested' and shipping_data is null
      and claim_order_id is null and created_at > now() - interval '24 hours'
    order by created_at desc limit 1`,
);

/** A recent return of a request with this key that is not booked with its carrier yet. */
export async function findReturnByKey(on: Connection, orderId: string, key: string): Promise<string | null> {
  const [found] = await byKey(on, { orderId, key });
  return found?.id ?? null;
}

const atOnceByKey = compiledSql<{ orderId: string; key: string }, { id: string; isFinished: boolean }>(
  "return-at-once-by-key",
  (p) => sql<{
    id: string;
    isFinished: boolean;
  }>`select id, status <> 'requested' as "isFinished" from "return"
    where order_id = ${p.orderId} and idempotency_key = ${p.key} and status in ('requested', 'received')
      and claim_order_id is null and created_at > now() - interval '24 hours'
    order by created_at desc limit 1`,
);

/** A recent return of a request with this key, also one that is received already. */
export async function findReturnAtOnce(on: Connection, orderId: string, key: string) {
  const [found] = await atOnceByKey(on, { orderId, key });
  return found ?? null;
}

const lockedReturn = viewOf({
  entity: return_,
  relations: ["items", "shipping_method", "shipping_method.shipping_option"],
});

/** To change the return, the caller must hold the lock on its order. */
export async function readReturn(graph: Graph, on: Connection, id: string): Promise<LockedReturn> {
  const found = await graph.find(lockedReturn, id, { on });
  if (!found) throw returnNotFound(id);
  return found;
}

const cancel = compiledReturningWrite<{ id: string }, unknown>(
  "return-cancel",
  { updates: ["return"] },
  (p) => sql`update "return" set status = 'canceled', updated_at = now() where id = ${p.id}`,
);

export async function cancelReturnRow(tx: Tx, id: string): Promise<void> {
  await cancel(tx, { id });
}

const updateShippingData = compiledReturningWrite<{ id: string; data: string }, unknown>(
  "return-booked",
  { updates: ["return"] },
  (p) => sql`update "return" set shipping_data = ${p.data}::jsonb, updated_at = now() where id = ${p.id}`,
);

/** Saves the carrier's own data about the booking. */
export async function saveShippingData(tx: Tx, id: string, data: Metadata): Promise<void> {
  await updateShippingData(tx, { id, data: JSON.stringify(data) });
}

const remove = compiledReturningWrite<{ id: string }, unknown>(
  "return-delete",
  { deletes: ["return_item", "return"] },
  (p) => sql`
    with items as (delete from return_item where return_id = ${p.id})
    delete from "return" where id = ${p.id}`,
);

/** Deletes a return that its carrier refused, with its shipping method. */
export async function deleteReturn(tx: Tx, id: string): Promise<void> {
  await deleteMethodOfReturn(tx, id);
  await remove(tx, { id });
}

const ofSwap = compiledSql<{ swapId: string }, { id: string }>(
  "returns-of-swap",
  (p) => sql<{ id: string }>`select id from "return" where swap_id = ${p.swapId}`,
);

export async function deleteReturnsOfSwap(tx: Tx, swapId: string): Promise<void> {
  for (const { id } of await ofSwap(tx, { swapId })) await deleteReturn(tx, id);
}

interface ReceivedRow {
  id: string;
  locationId: string | null;
  refundAmount: number;
  items: string;
}

const receive = compiledReturningWrite<ReceivedRow, unknown>(
  "return-receive",
  { inserts: ["return_item"], updates: ["return", "return_item"] },
  (p) => sql`
    with arrived as (select * from jsonb_to_recordset(${p.items}::jsonb)
      as sent(item_id varchar, quantity integer, requested_quantity integer, is_requested boolean)),
    items as (
      insert into return_item as known (return_id, item_id, quantity, requested_quantity, received_quantity,
        is_requested, metadata)
      select ${p.id}, arrived.item_id, arrived.quantity, arrived.requested_quantity, arrived.quantity,
        arrived.is_requested, line.metadata
      from arrived join line_item line on line.id = arrived.item_id
      on conflict (return_id, item_id) do update set quantity = excluded.quantity,
        requested_quantity = excluded.requested_quantity, received_quantity = excluded.received_quantity,
        is_requested = excluded.is_requested)
    update "return" set status = 'received', received_at = now(), refund_amount = ${p.refundAmount},
      location_id = ${p.locationId}, updated_at = now()
    where id = ${p.id}`,
);

export async function saveArrival(
  tx: Tx,
  id: string,
  {
    items,
    refundAmount,
    locationId,
  }: Pick<Arrival, "items" | "refundAmount"> & { locationId: string | null },
): Promise<void> {
  await receive(tx, { id, locationId, refundAmount, items: JSON.stringify(items) });
}

const requireAction = compiledReturningWrite<{ id: string; items: string }, unknown>(
  "return-requires-action",
  { updates: ["return_item", "return"] },
  (p) => sql`
    with items as (
      update return_item set received_quantity = sent.quantity
      from jsonb_to_recordset(${p.items}::jsonb) as sent(item_id varchar, quantity integer)
      where return_item.return_id = ${p.id} and return_item.item_id = sent.item_id)
    update "return" set status = 'requires_action', updated_at = now() where id = ${p.id}`,
);

/** The goods differ from the request: saves the received quantities of the requested items. */
export async function saveMismatch(tx: Tx, id: string, items: Arrival["items"]): Promise<void> {
  await requireAction(tx, { id, items: JSON.stringify(items) });
}

const moveToEdit = compiledWrite<{ editId: string }>(
  "return-items-of-edit",
  { updates: ["return_item"] },
  (p) => sql`update return_item part set item_id = line.id
    from line_item line where line.order_edit_id = ${p.editId} and part.item_id = line.original_item_id`,
);

/** Return items of lines that an edit replaces refer to the new lines. */
export const moveReturnItemsToEdit = (tx: Tx, editId: string): Promise<void> => moveToEdit(tx, { editId });
