import type { Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { replaceCollectionSessions } from "../../selling/payment-sessions/index.ts";
import type { CollectionSession } from "./payment-collection.ts";

const sessionsOfCollections = linkTable("payment_collection_sessions", {
  owner: "payment_collection_id",
  other: "payment_session_id",
});

export const paymentsOfCollections = linkTable("payment_collection_payments", {
  owner: "payment_collection_id",
  other: "payment_id",
});

/** The sessions of a locked collection become exactly these. */
export async function saveSessions(
  tx: Tx,
  collectionId: string,
  sessions: readonly CollectionSession[],
): Promise<void> {
  const added = await replaceCollectionSessions(tx, collectionId, sessions);
  await sessionsOfCollections.add(tx, collectionId, added);
}
