import { inTransaction } from "../../../../db/transaction.ts";
import { cancelCollectionSessions } from "../../../selling/payment-sessions/index.ts";
import { closedSessions } from "../collection-sessions.ts";
import { allowCollection } from "../payment-collection-state.ts";
import { lockCollection } from "../payment-collection-store.ts";
import { bookPayment } from "./book-payment.ts";
import type { CollectionDeps } from "./deps.ts";
import { runErrands } from "./run-errands.ts";

/** The provider of payments that nobody but the administrator knows of. */
const SYSTEM = "system";

/** An administrator vouches for what is not paid yet. Nobody is to pay it a second time: open sessions are closed. */
export async function markAuthorized(deps: CollectionDeps, id: string): Promise<void> {
  const before = await inTransaction(deps.db, async (tx) => {
    const collection = await lockCollection(deps.graph, tx, id);
    allowCollection("mark_authorized", collection);
    if (collection.status === "authorized") return null;
    const amount = collection.amount - (collection.authorized_amount ?? 0);
    const payment = { sessionId: null, amount, providerId: SYSTEM, data: {} };
    await bookPayment(deps, tx, { collection, payment });
    await cancelCollectionSessions(tx, id);
    return collection;
  });
  if (before) await runErrands(deps, before, closedSessions(before));
}
