import { inSideTransaction } from "../../../../db/transaction.ts";
import { closeSession, openOrUpdateSession, providerOf } from "../../../selling/carts/index.ts";
import { saveOpenedCollectionSession } from "../../../selling/payment-sessions/index.ts";
import type { MoneyDeps } from "../../payments/index.ts";
import type { CollectionProviderCall } from "../collection-sessions.ts";
import { type PaymentCollection, paymentRequestOf } from "../payment-collection.ts";

/**
 * Calls the providers of the saved sessions, while no row is locked. A session is saved before it is opened, so a retry
 * after a crash repeats the same call with the same idempotency key. False if another request changed a session at the
 * same time: then the sessions must be planned again.
 */
export async function callSessionProviders(
  deps: MoneyDeps,
  collection: PaymentCollection,
  calls: readonly CollectionProviderCall[],
): Promise<boolean> {
  let isSaved = true;
  for (const { kind, session, amount } of calls) {
    if (kind === "close") {
      await closeSession(deps.providers.payment.find(session.provider_id), session.data);
      continue;
    }
    const request = { ...paymentRequestOf(collection, amount), idempotencyKey: `${session.id}-${amount}` };
    const provider = providerOf(deps, session.provider_id);
    const data = await openOrUpdateSession(provider, { kind, data: session.data, request });
    const opened = { id: session.id, before: session.data, data, amount };
    const outcome = await inSideTransaction(deps.db, (tx) => saveOpenedCollectionSession(tx, opened));
    // Another request replaced the session before it was open, and could not close it.
    if (outcome === "gone" && kind === "open") await closeSession(provider, data);
    if (outcome === "outdated") isSaved = false;
  }
  return isSaved;
}
