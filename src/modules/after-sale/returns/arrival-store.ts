import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import type { Arrival } from "./arrival.ts";

interface Received {
  id: string;
  locationId: string | null;
  refundAmount: number;
  items: string;
}

const receive = compiledReturningWrite<Received, unknown>(
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

/** The goods are here. */
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

const note = compiledReturningWrite<{ id: string; items: string }, unknown>(
  "return-requires-action",
  { updates: ["return_item", "return"] },
  (p) => sql`
    with items as (
      update return_item set received_quantity = sent.quantity
      from jsonb_to_recordset(${p.items}::jsonb) as sent(item_id varchar, quantity integer)
      where return_item.return_id = ${p.id} and return_item.item_id = sent.item_id)
    update "return" set status = 'requires_action', updated_at = now() where id = ${p.id}`,
);

/** Other goods than were asked for are here; what of them was asked for is noted. */
export async function saveMismatch(tx: Tx, id: string, items: Arrival["items"]): Promise<void> {
  await note(tx, { id, items: JSON.stringify(items) });
}

const moveToEdit = compiledWrite<{ editId: string }>(
  "return-items-of-edit",
  { updates: ["return_item"] },
  (p) => sql`update return_item part set item_id = line.id
    from line_item line where line.order_edit_id = ${p.editId} and part.item_id = line.original_item_id`,
);

/** What comes back of the lines that an edit replaces comes back of those in their place. */
export const moveReturnItemsToEdit = (tx: Tx, editId: string): Promise<void> => moveToEdit(tx, { editId });
