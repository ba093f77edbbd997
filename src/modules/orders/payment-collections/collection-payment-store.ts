import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import {
  authorizeCollectionSession,
  replaceCollectionSessions,
} from "../../selling/payment-sessions/index.ts";
import { insertPayment } from "../payment-rows/index.ts";
import type { CollectionSession } from "./payment-collection.ts";
import { lockCollectionRow } from "./payment-collection-store.ts";

const sessionsOfCollections = linkTable("payment_collection_sessions", {
  owner: "payment_collection_id",
  other: "payment_session_id",
});

const paymentsOfCollections = linkTable("payment_collection_payments", {
  owner: "payment_collection_id",
  other: "payment_id",
});

/** Replaces the sessions of a locked collection. */
export async function saveSessions(
  tx: Tx,
  collectionId: string,
  sessions: readonly CollectionSession[],
): Promise<void> {
  const added = await replaceCollectionSessions(tx, collectionId, sessions);
  await sessionsOfCollections.add(tx, collectionId, added);
}

/** An authorized payment of a collection. */
interface CollectedPayment {
  id: string;
  collectionId: string;
  /** Null if an admin marked the collection as authorized. */
  sessionId: string | null;
  /** Null until the edit is confirmed. */
  orderId: string | null;
  amount: number;
  currencyCode: string;
  providerId: string;
  data: Metadata;
}

/** Inserts a payment of a locked collection. */
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
 * Locks a collection and its payments: until the end of the transaction no other one captures, refunds or records a
 * payment of it.
 */
export async function lockCollectionAndPayments(tx: Tx, collectionId: string): Promise<void> {
  await lockCollectionRow(tx, collectionId);
  await lock(tx, { collectionId });
}
