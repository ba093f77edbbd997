import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { installedProviders, providerOf } from "../../../selling/carts/index.ts";
import { saveSessions } from "../collection-links-store.ts";
import {
  type CollectionPlan,
  plannedSessions,
  refreshedSession,
  singleSession,
  type WantedSession,
} from "../collection-sessions.ts";
import { type PaymentCollection, sessionOf } from "../payment-collection.ts";
import { allowCollection, type CollectionAction, statusOf } from "../payment-collection-state.ts";
import { lockCollection, saveCollection } from "../payment-collection-store.ts";
import type { CollectionDeps } from "./deps.ts";
import { runErrands } from "./run-errands.ts";

const newSessionId = () => newId("ps");

/** The customer pays all of it in one way. */
export const setSingleSession = (deps: CollectionDeps, id: string, providerId: string): Promise<void> =>
  changed(deps, { id, action: "set_sessions" }, (collection) =>
    plannedSessions(collection, singleSession(collection, providerId), newSessionId),
  );

/** The customer pays in several ways, which together are the amount. */
export const setSessions = (
  deps: CollectionDeps,
  id: string,
  wanted: readonly WantedSession[],
): Promise<void> =>
  changed(deps, { id, action: "set_sessions" }, (collection) =>
    plannedSessions(collection, wanted, newSessionId),
  );

/** A payment is begun anew; tells the session that took the place of the other. */
export async function refreshSession(deps: CollectionDeps, id: string, sessionId: string): Promise<string> {
  const change = { id, action: "refresh_session" as const, sessionId };
  const { collection, plan } = await planned(deps, change, (found) => {
    providerOf(deps, sessionOf(found, sessionId).provider_id);
    return refreshedSession(found, sessionId, newSessionId);
  });
  await runErrands(deps, collection, plan.errands);
  return plan.refreshed;
}

const ATTEMPTS = 3;

interface Change {
  id: string;
  action: CollectionAction;
  /** The one that is changed: it must be there before anything else is asked. */
  sessionId?: string;
}

type Planning<Plan extends CollectionPlan> = (collection: PaymentCollection) => Plan;

/**
 * Changes sessions by a plan that is made under the collection's lock, then does what the plan asks of the providers.
 * When another request did so at the same time, it is done again, with what that one left.
 */
async function changed(
  deps: CollectionDeps,
  change: Change,
  planning: Planning<CollectionPlan>,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { collection, plan } = await planned(deps, change, planning);
    if (await runErrands(deps, collection, plan.errands)) return;
  }
  throw new Refusal("conflict", "The payment was changed again and again at the same time");
}

const planned = <Plan extends CollectionPlan>(
  deps: CollectionDeps,
  { id, action, sessionId }: Change,
  planning: Planning<Plan>,
) =>
  inTransaction(deps.db, async (tx) => {
    const collection = offeredWays(deps, await lockCollection(deps.graph, tx, id));
    if (sessionId !== undefined) sessionOf(collection, sessionId);
    allowCollection(action, collection);
    const plan = planning(collection);
    await saveSessions(tx, id, plan.sessions);
    await beginAnew(tx, collection);
    return { collection, plan };
  });

const offeredWays = (deps: CollectionDeps, collection: PaymentCollection): PaymentCollection => ({
  ...collection,
  region: { payment_providers: installedProviders(deps, collection.region.payment_providers) },
});

/** What was tried with other sessions counts no longer. */
async function beginAnew(tx: Tx, collection: PaymentCollection): Promise<void> {
  if (collection.status !== "awaiting") return;
  const facts = { amount: collection.amount, authorized: 0, isTried: false, isCanceled: false };
  await saveCollection(tx, { ...collection, status: statusOf(facts) });
}
