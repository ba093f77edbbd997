import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { authorizeCollectionSession } from "../../selling/payment-sessions/index.ts";
import { insertPayment } from "../payment-records/index.ts";
import { paymentsOfCollections } from "./collection-links-store.ts";
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

/** Books a payment of a locked collection. */
export async function insertCollectedPayment(tx: Tx, payment: CollectedPayment): Promise<void> {
  const { id, collectionId, sessionId, orderId, amount, currencyCode, providerId, data } = payment;
  await insertPayment(tx, {
    id,
    order_id: orderId,
    amount,
    currency_code: currencyCode,
    provider_id: providerId,
    data,
  });
  if (sessionId !== null) await authorizeCollectionSession(tx, sessionId, data);
  await paymentsOfCollections.add(tx, collectionId, [id]);
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
