import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { installedProviders, providerOf } from "../../../selling/carts/index.ts";
import type { MoneyDeps } from "../../payments/index.ts";
import { saveSessions } from "../collection-payment-store.ts";
import {
  type CollectionPlan,
  plannedSessions,
  refreshedSession,
  type SessionRequest,
  singleSession,
} from "../collection-sessions.ts";
import { type PaymentCollection, sessionOf } from "../payment-collection.ts";
import { type CollectionAction, requireCollectionAllows, statusOf } from "../payment-collection-state.ts";
import { lockCollection, saveCollection } from "../payment-collection-store.ts";
import { callSessionProviders } from "./call-session-providers.ts";

const newSessionId = () => newId("ps");

/** Pays the whole amount with one provider. */
export const setSingleSession = (deps: MoneyDeps, id: string, providerId: string): Promise<void> =>
  changeSessions(deps, { id, action: "set_sessions" }, (collection) =>
    plannedSessions(collection, singleSession(collection, providerId), newSessionId),
  );

/** Splits the amount over several providers. */
export const setSessions = (
  deps: MoneyDeps,
  id: string,
  requested: readonly SessionRequest[],
): Promise<void> =>
  changeSessions(deps, { id, action: "set_sessions" }, (collection) =>
    plannedSessions(collection, requested, newSessionId),
  );

/** Replaces a session by a new one. Returns the id of the new session. */
export async function refreshSession(deps: MoneyDeps, id: string, sessionId: string): Promise<string> {
  const change = { id, action: "refresh_session" as const, sessionId };
  const { collection, plan } = await planAndSave(deps, change, (found) => {
    providerOf(deps, sessionOf(found, sessionId).provider_id);
    return refreshedSession(found, sessionId, newSessionId);
  });
  await callSessionProviders(deps, collection, plan.calls);
  return plan.refreshed;
}

const ATTEMPTS = 3;

interface SessionChange {
  id: string;
  action: CollectionAction;
  /** The session to change: it must exist before other checks run. */
  sessionId?: string;
}

type Planning<Plan extends CollectionPlan> = (collection: PaymentCollection) => Plan;

/**
 * Plans and saves the sessions under the lock of the collection, then calls the providers. If another request changed
 * them at the same time, plans again from the new state.
 */
async function changeSessions(
  deps: MoneyDeps,
  change: SessionChange,
  planning: Planning<CollectionPlan>,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { collection, plan } = await planAndSave(deps, change, planning);
    if (await callSessionProviders(deps, collection, plan.calls)) return;
  }
  throw new Refusal("conflict", "The payment was changed again and again at the same time");
}

const planAndSave = <Plan extends CollectionPlan>(
  deps: MoneyDeps,
  { id, action, sessionId }: SessionChange,
  planning: Planning<Plan>,
) =>
  inTransaction(deps.db, async (tx) => {
    const collection = withInstalledProviders(deps, await lockCollection(deps.graph, tx, id));
    if (sessionId !== undefined) sessionOf(collection, sessionId);
    requireCollectionAllows(action, collection);
    const plan = planning(collection);
    await saveSessions(tx, id, plan.sessions);
    await resetStatus(tx, collection);
    return { collection, plan };
  });

const withInstalledProviders = (deps: MoneyDeps, collection: PaymentCollection): PaymentCollection => ({
  ...collection,
  region: { payment_providers: installedProviders(deps, collection.region.payment_providers) },
});

/** Attempts with replaced sessions no longer count. */
async function resetStatus(tx: Tx, collection: PaymentCollection): Promise<void> {
  if (collection.status !== "awaiting") return;
  const facts = { amount: collection.amount, authorized: 0, isTried: false, isCanceled: false };
  await saveCollection(tx, { ...collection, status: statusOf(facts) });
}
