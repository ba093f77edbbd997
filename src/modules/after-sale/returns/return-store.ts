import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import type { Graph } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import {
  deleteMethodOfReturn,
  insertShippingMethods,
  insertShippingTaxes,
} from "../../selling/shipping-methods/index.ts";
import { type ReturnInWork, type ReturnShipping, unknownReturn, type WantedItem } from "./return.ts";
import { return_ } from "./returns-graph.ts";

/** What a return belongs to. */
export interface ReturnOwner {
  order_id: string | null;
  swap_id: string | null;
  claim_order_id: string | null;
}

export interface NewReturn extends ReturnOwner {
  id: string;
  location_id: string | null;
  refund_amount: number;
  no_notification: boolean | null;
  metadata: Metadata | null;
  idempotency_key: string | null;
  items: (WantedItem & { metadata: Metadata | null })[];
  shipping: ReturnShipping | null;
}

const insert = compiledReturningWrite<{ row: string; items: string }, unknown>(
  "return-insert",
  { inserts: ["return_item", "return"] },
  (p) => sql`
    with asked as (
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

export async function insertReturnRow(tx: Tx, { items, shipping, ...row }: NewReturn): Promise<void> {
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

/** The order that a return belongs to, also by way of a swap or claim. */
export async function findOrderOfReturn(on: Connection, id: string): Promise<string> {
  const [found] = await orderOf(on, { id });
  if (!found) throw unknownReturn(id);
  return found.orderId;
}

const byKey = compiledSql<{ orderId: string; key: string }, { id: string }>(
  "return-by-key",
  (p) => sql<{ id: string }>`select id from "return"
    where order_id = ${p.orderId} and idempotency_key = ${p.key} and status = 'requested' and shipping_data is null
      and claim_order_id is null and created_at > now() - interval '24 hours'
    order by created_at desc limit 1`,
);

/** The return that a request with this key has begun lately and not booked at its carrier. */
export async function findReturnByKey(on: Connection, orderId: string, key: string): Promise<string | null> {
  const [found] = await byKey(on, { orderId, key });
  return found?.id ?? null;
}

const whole = viewOf({
  entity: return_,
  relations: ["items", "shipping_method", "shipping_method.shipping_option"],
});

/** A return as it is now. Whoever changes it holds the lock of its order. */
export async function readReturn(graph: Graph, on: Connection, id: string): Promise<ReturnInWork> {
  const found = await graph.find(whole, id, { on });
  if (!found) throw unknownReturn(id);
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

const book = compiledReturningWrite<{ id: string; data: string }, unknown>(
  "return-booked",
  { updates: ["return"] },
  (p) => sql`update "return" set shipping_data = ${p.data}::jsonb, updated_at = now() where id = ${p.id}`,
);

/** What the carrier wants to be kept. */
export async function saveShippingData(tx: Tx, id: string, data: Metadata): Promise<void> {
  await book(tx, { id, data: JSON.stringify(data) });
}

const remove = compiledReturningWrite<{ id: string }, unknown>(
  "return-delete",
  { deletes: ["return_item", "return"] },
  (p) => sql`
    with items as (delete from return_item where return_id = ${p.id})
    delete from "return" where id = ${p.id}`,
);

/** A return that no carrier accepted is deleted with its shipping method. */
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
