import { inSideTransaction } from "../../../../db/transaction.ts";
import { askForSession, closeSession, providerOf } from "../../../selling/carts/index.ts";
import { saveOpenedCollectionSession } from "../../../selling/payment-sessions/index.ts";
import type { CollectionErrand } from "../collection-sessions.ts";
import { type PaymentCollection, paymentRequestOf } from "../payment-collection.ts";
import type { CollectionDeps } from "./deps.ts";

/**
 * Does at the providers what the saved sessions ask for, while nothing is locked. A session is saved before it is
 * opened: after a crash the same call is made for the same session, and has no further effect. False when another
 * request changed a session at its provider at the same time, so that it must be looked at again.
 */
export async function runErrands(
  deps: CollectionDeps,
  collection: PaymentCollection,
  errands: readonly CollectionErrand[],
): Promise<boolean> {
  let isSaved = true;
  for (const { kind, session, amount } of errands) {
    if (kind === "close") {
      await closeSession(deps.providers.payment.find(session.provider_id), session.data);
      continue;
    }
    const request = { ...paymentRequestOf(collection, amount), idempotencyKey: `${session.id}-${amount}` };
    const provider = providerOf(deps, session.provider_id);
    const data = await askForSession(provider, { kind, data: session.data, request });
    const opened = { id: session.id, before: session.data, data, amount };
    const outcome = await inSideTransaction(deps.db, (tx) => saveOpenedCollectionSession(tx, opened));
    // Another session took its place while it was being opened: whoever did that could not close it yet.
    if (outcome === "gone" && kind === "open") await closeSession(provider, data);
    if (outcome === "outdated") isSaved = false;
  }
  return isSaved;
}
