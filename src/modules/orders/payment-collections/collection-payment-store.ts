import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { lockCollectionRow } from "./payment-collection-store.ts";

/** A payment that was authorized for a collection. */
export interface CollectedPayment {
  id: string;
  collectionId: string;
  /** The session that it was authorized with; null where an administrator vouches for it. */
  sessionId: string | null;
  /** Of an edit that was confirmed; else the payment gets one when it is. */
  orderId: string | null;
  amount: number;
  currencyCode: string;
  providerId: string;
  data: Metadata;
}

const book = compiledReturningWrite<Omit<CollectedPayment, "data"> & { data: string }, unknown>(
  "payment-collection-pay",
  { inserts: ["payment", "payment_collection_payments"], updates: ["payment_session"] },
  (p) => sql`
    with paid as (insert into payment (id, order_id, amount, currency_code, provider_id, data)
      values (${p.id}, ${p.orderId}, ${p.amount}, ${p.currencyCode}, ${p.providerId}, ${p.data}::jsonb)),
    authorized as (update payment_session set status = 'authorized', data = ${p.data}::jsonb,
        payment_authorized_at = now(), updated_at = now()
      where id = ${p.sessionId})
    insert into payment_collection_payments (payment_collection_id, payment_id) values (${p.collectionId}, ${p.id})`,
);

/** Books a payment of a locked collection. */
export async function insertPayment(tx: Tx, { data, ...payment }: CollectedPayment): Promise<void> {
  await book(tx, { ...payment, data: JSON.stringify(data) });
}

const lock = compiledSql<{ collectionId: string }, unknown>(
  "payment-collection-payments-lock",
  (p) => sql`
    select payment.id from payment
    join payment_collection_payments link on link.payment_id = payment.id
    where link.payment_collection_id = ${p.collectionId} order by payment.created_at, payment.id
    for no key update of payment`,
);

/**
 * Nobody takes or gives back money of these payments until the end of the transaction, nor says what became of one that was
 * being opened.
 */
export async function lockCollectionAndPayments(tx: Tx, collectionId: string): Promise<void> {
  await lockCollectionRow(tx, collectionId);
  await lock(tx, { collectionId });
}

const hand = compiledReturningWrite<{ collectionId: string; orderId: string }, { isCaptured: boolean }>(
  "payment-collection-hand-over",
  { updates: ["payment", "refund"] },
  (p) => sql<{ isCaptured: boolean }>`
    with handed as (update payment set order_id = ${p.orderId}, updated_at = now()
      where order_id is null and canceled_at is null and id in (
        select payment_id from payment_collection_payments where payment_collection_id = ${p.collectionId})
      returning id, captured_at),
    given as (update refund set order_id = ${p.orderId}, updated_at = now() from handed
      where refund.payment_id = handed.id and refund.order_id is null)
    select captured_at is not null as "isCaptured" from handed`,
);

/**
 * The locked payments of a collection become payments of the locked order, and what was given back of them is what was
 * given back of the order; tells which are captured.
 */
export const handOverPayments = (
  tx: Tx,
  handed: { collectionId: string; orderId: string },
): Promise<{ isCaptured: boolean }[]> => hand(tx, handed);
