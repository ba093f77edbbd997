import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { RefundedLine } from "./line-refund.ts";

/** A refund by lines, as it was planned. */
export interface LineRefund {
  operationKey: string;
  orderId: string;
  request: string | null;
  amount: number;
  shippingAmount: number;
  shippingTax: number;
  isRestocked: boolean;
  locationId: string | null;
  lines: readonly RefundedLine[];
}

const save = compiledReturningWrite<Omit<LineRefund, "lines"> & { lines: string }, unknown>(
  "line-refund-save",
  { inserts: ["tradewind.line_refund", "tradewind.line_refund_piece"] },
  (p) => sql`
    with made as (insert into tradewind.line_refund (operation_key, order_id, request, amount, shipping_amount,
        shipping_tax, is_restocked, location_id)
      values (${p.operationKey}, ${p.orderId}, ${p.request}, ${p.amount}, ${p.shippingAmount}, ${p.shippingTax},
        ${p.isRestocked}, ${p.locationId}))
    insert into tradewind.line_refund_piece (operation_key, line_item_id, quantity, amount, tax)
    select ${p.operationKey}, sent.item_id, sent.quantity, sent.amount, sent.tax
    from jsonb_to_recordset(${p.lines}::jsonb) as sent(item_id text, quantity integer, amount integer, tax integer)`,
);

const remove = compiledReturningWrite<{ operationKey: string }, unknown>(
  "line-refund-remove",
  { deletes: ["tradewind.line_refund"] },
  (p) => sql`delete from tradewind.line_refund where operation_key = ${p.operationKey}`,
);

/** Takes the place of an earlier attempt with the same key that moved no money. */
export async function saveLineRefund(tx: Tx, refund: LineRefund): Promise<void> {
  await remove(tx, { operationKey: refund.operationKey });
  await save(tx, { ...refund, lines: JSON.stringify(refund.lines) });
}

/** What was chosen, and what has become of it. */
export interface KnownRefund {
  operationKey: string;
  amount: number;
  isRestocked: boolean;
  locationId: string | null;
  returnId: string | null;
  /** A payment service was called for it, and has not refused. */
  hasMoved: boolean;
  goodsAmount: number;
  items: { item_id: string; quantity: number }[];
}

const columns = sql`made.operation_key as "operationKey", made.amount, made.is_restocked as "isRestocked",
  made.location_id as "locationId", made.return_id as "returnId",
  exists (select 1 from tradewind.payment_operation moved
    where moved.purpose = made.operation_key and moved.state <> 'refused') as "hasMoved",
  (select coalesce(sum(piece.amount), 0)::integer from tradewind.line_refund_piece piece
    where piece.operation_key = made.operation_key) as "goodsAmount",
  (select coalesce(json_agg(json_build_object('item_id', piece.line_item_id, 'quantity', piece.quantity)
      order by piece.line_item_id), '[]'::json)
    from tradewind.line_refund_piece piece where piece.operation_key = made.operation_key) as items`;

const byRequest = compiledSql<{ orderId: string; request: string }, KnownRefund>(
  "line-refund-by-request",
  (p) => sql<KnownRefund>`select ${columns} from tradewind.line_refund made
    where made.order_id = ${p.orderId} and made.request = ${p.request}
      and made.created_at > now() - interval '24 hours'
    order by made.created_at desc limit 1`,
);

/** The refund that an earlier request with this Idempotency-Key began. */
export async function findByRequest(
  on: Connection,
  search: { orderId: string; request: string },
): Promise<KnownRefund | null> {
  const [found] = await byRequest(on, search);
  return found ?? null;
}

const byKey = compiledSql<{ operationKey: string }, KnownRefund>(
  "line-refund-by-key",
  (p) => sql<KnownRefund>`select ${columns} from tradewind.line_refund made
    where made.operation_key = ${p.operationKey}`,
);

export async function getLineRefund(on: Connection, operationKey: string): Promise<KnownRefund> {
  const [found] = await byKey(on, { operationKey });
  return found!;
}

const takenBack = compiledWrite<{ operationKey: string; returnId: string }>(
  "line-refund-taken-back",
  { updates: ["tradewind.line_refund"] },
  (p) =>
    sql`update tradewind.line_refund set return_id = ${p.returnId} where operation_key = ${p.operationKey}`,
);

export const saveTakenBack = (tx: Tx, saved: { operationKey: string; returnId: string }): Promise<void> =>
  takenBack(tx, saved);

const shippingBefore = compiledSql<{ orderId: string }, { amount: number }>(
  "line-refund-shipping",
  (p) => sql<{ amount: number }>`
    select coalesce(sum(made.shipping_amount), 0)::integer as amount from tradewind.line_refund made
    where made.order_id = ${p.orderId} and exists (select 1 from tradewind.payment_operation moved
      where moved.purpose = made.operation_key and moved.state <> 'refused')`,
);

/** How much of the shipping of the order was refunded by lines. */
export async function shippingRefunded(on: Connection, orderId: string): Promise<number> {
  const [found] = await shippingBefore(on, { orderId });
  return found!.amount;
}

/** A refund as the page of an order shows it. */
export interface ShownLineRefund {
  refund_id: string;
  is_restocked: boolean;
  return_id: string | null;
  shipping_amount: number;
  shipping_tax: number;
  lines: { item_id: string; quantity: number; amount: number; tax: number }[];
}

const ofOrder = compiledSql<{ orderId: string }, ShownLineRefund>(
  "line-refunds-of-order",
  (p) => sql<ShownLineRefund>`
    select moved.refund_id, made.is_restocked, made.return_id, made.shipping_amount, made.shipping_tax,
      (select coalesce(json_agg(json_build_object('item_id', piece.line_item_id, 'quantity', piece.quantity,
          'amount', piece.amount, 'tax', piece.tax) order by piece.line_item_id), '[]'::json)
        from tradewind.line_refund_piece piece where piece.operation_key = made.operation_key) as lines
    from tradewind.line_refund made
    join (select purpose, min(refund_id) as refund_id from tradewind.payment_operation
      where order_id = ${p.orderId} and kind = 'refund' and state = 'done' group by purpose) moved
      on moved.purpose = made.operation_key
    where made.order_id = ${p.orderId} order by made.created_at`,
);

export const findLineRefunds = (on: Connection, orderId: string): Promise<ShownLineRefund[]> =>
  ofOrder(on, { orderId });

const moveToEdit = compiledWrite<{ editId: string }>(
  "line-refund-pieces-of-edit",
  { updates: ["tradewind.line_refund_piece"] },
  (p) => sql`update tradewind.line_refund_piece piece set line_item_id = line.id
    from line_item line where line.order_edit_id = ${p.editId} and piece.line_item_id = line.original_item_id`,
);

/** Refunded pieces of lines that an edit replaces refer to the new lines. */
export const moveRefundedPiecesToEdit = (tx: Tx, editId: string): Promise<void> => moveToEdit(tx, { editId });
