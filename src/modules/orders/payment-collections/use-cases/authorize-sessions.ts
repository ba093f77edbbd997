import { isDeepStrictEqual } from "node:util";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { callProvider, PAYMENT_TIMEOUT } from "../../../../providers/call-provider.ts";
import type { Authorization } from "../../../../providers/ports/payment.ts";
import { checkedAuthorization } from "../../../../providers/provider-data.ts";
import { providerOf } from "../../../selling/carts/index.ts";
import { saveCollectionSessionStatus } from "../../../selling/payment-sessions/index.ts";
import type { MoneyDeps } from "../../payments/index.ts";
import { type CollectionSession, type PaymentCollection, sessionOf } from "../payment-collection.ts";
import { requireCollectionAllows, sessionsTotal, statusOf } from "../payment-collection-state.ts";
import {
  lockCollection,
  lockCollectionIfAny,
  readCollection,
  saveCollection,
} from "../payment-collection-store.ts";
import { callSessionProviders } from "./call-session-providers.ts";
import { recordPayment } from "./record-payment.ts";

interface AuthorizationRequest {
  collectionId: string;
  sessionIds: readonly string[];
  /** The IP address of the customer, for providers that use it. */
  ip: string | null;
}

/** The task that finishes an authorization after a crash. */
export const AUTHORIZE_TASK = "payment-collection-authorize";

// Longer than the timeout of a call to a payment service.
const RETRY_DELAY = 120_000;

/** Authorizes sessions with their providers. Skips those that are already authorized. */
export async function authorizeSessions(deps: MoneyDeps, request: AuthorizationRequest): Promise<void> {
  const collection = await begin(deps, request);
  if (collection.status === "authorized") return;
  for (const id of new Set(request.sessionIds)) {
    const session = sessionOf(collection, id);
    if (session.payment_authorized_at === null) await authorizeOne(deps, collection, { session, ...request });
  }
}

/** Queues a job before the provider is called: after a crash it calls the provider again. */
const begin = ({ db, graph }: MoneyDeps, { collectionId, sessionIds, ip }: AuthorizationRequest) =>
  inSideTransaction(db, async (tx) => {
    const collection = await lockCollection(graph, tx, collectionId);
    for (const id of sessionIds) sessionOf(collection, id);
    requireCollectionAllows("authorize", collection);
    if (collection.status === "authorized") return collection;
    for (const sessionId of new Set(sessionIds)) {
      const key = `${AUTHORIZE_TASK}-${sessionId}`;
      await enqueue(tx, {
        task: AUTHORIZE_TASK,
        payload: { collectionId, sessionId, ip },
        key,
        after: RETRY_DELAY,
      });
    }
    return collection;
  });

interface SessionAuthorization {
  session: CollectionSession;
  ip: string | null;
}

async function authorizeOne(
  deps: MoneyDeps,
  collection: PaymentCollection,
  { session: found, ip }: SessionAuthorization,
): Promise<void> {
  const session = await ensureOpen(deps, collection, found);
  const answer = await callAuthorize(deps, collection, { session, ip });
  if (answer.status === "authorized")
    await recordAuthorization(deps, { collection, session, data: answer.data });
  else await saveStatus(deps, { collection, session, answer });
}

/** After a crash, a saved session may not exist at its provider yet. */
async function ensureOpen(
  deps: MoneyDeps,
  collection: PaymentCollection,
  session: CollectionSession,
): Promise<CollectionSession> {
  if (session.is_initiated && session.status !== "canceled") return session;
  if (session.status === "canceled")
    throw invalid("The payment session was canceled: set the payment sessions again");
  await callSessionProviders(deps, collection, [{ kind: "open", session, amount: session.amount! }]);
  return sessionOf(await readCollection(deps.graph, deps.db, collection.id), session.id);
}

const providerRequestOf = (
  { currency_code }: PaymentCollection,
  session: CollectionSession,
  name: "authorize" | "release",
) => ({
  data: session.data,
  amount: session.amount!,
  currencyCode: currency_code,
  idempotencyKey: `${session.id}-${session.amount}-${name}`,
});

/** Call it while no row is locked. */
const callAuthorize = (
  deps: MoneyDeps,
  collection: PaymentCollection,
  { session, ip }: SessionAuthorization,
): Promise<Authorization> =>
  callProvider({ failure: "The payment could not be authorized", timeout: PAYMENT_TIMEOUT }, async () =>
    checkedAuthorization(
      await providerOf(deps, session.provider_id).authorize(
        providerRequestOf(collection, session, "authorize"),
        {
          resourceId: collection.id,
          ip,
        },
      ),
    ),
  );

const saveStatus = (
  { db, graph }: MoneyDeps,
  {
    collection: { id },
    session,
    answer,
  }: { collection: PaymentCollection; session: CollectionSession; answer: Authorization },
) =>
  inTransaction(db, async (tx) => {
    const collection = await lockCollection(graph, tx, id);
    await saveCollectionSessionStatus(tx, { id: session.id, before: session.data, ...answer });
    const { amount, authorized_amount, status } = collection;
    const facts = { amount, authorized: authorized_amount ?? 0, isTried: true };
    const next = statusOf({ ...facts, isCanceled: status === "canceled" });
    if (next !== status) await saveCollection(tx, { ...collection, status: next });
  });

interface AuthorizedSession {
  collection: PaymentCollection;
  session: CollectionSession;
  data: Record<string, unknown>;
}

/** Records the payment, once. If the collection has changed, cancels the authorization instead. */
async function recordAuthorization(deps: MoneyDeps, authorized: AuthorizedSession): Promise<void> {
  const isRecorded = await inTransaction(deps.db, async (tx) => {
    const collection = await lockCollectionIfAny(deps.graph, tx, authorized.collection.id);
    if (!collection) return false;
    const session = collection.payment_sessions.find(({ id }) => id === authorized.session.id);
    if (session && session.payment_authorized_at !== null) return true;
    if (!session || !isUnchanged(collection, session, authorized.session)) {
      // Cancel the session first, so that no other request relies on the payment.
      const { session: canceled, data } = authorized;
      await saveCollectionSessionStatus(tx, {
        id: canceled.id,
        status: "canceled",
        before: canceled.data,
        data,
      });
      return false;
    }
    await recordPayment(deps, tx, {
      collection,
      payment: {
        sessionId: session.id,
        amount: session.amount!,
        providerId: session.provider_id,
        data: authorized.data,
      },
    });
    return true;
  });
  if (isRecorded) return;
  await release(deps, authorized);
  throw new Refusal("conflict", "The payment collection was changed while it was paid");
}

const isUnchanged = (
  collection: PaymentCollection,
  session: CollectionSession,
  authorized: CollectionSession,
): boolean =>
  isPayable(collection) &&
  session.status !== "canceled" &&
  session.amount === authorized.amount &&
  isDeepStrictEqual(session.data, authorized.data);

/** The amount of the edit may have changed, so that the sessions no longer add up. */
const isPayable = (collection: PaymentCollection): boolean =>
  collection.status !== "canceled" &&
  collection.status !== "authorized" &&
  !collection.$payer?.is_over &&
  sessionsTotal(collection) === collection.amount;

async function release(deps: MoneyDeps, { collection, session, data }: AuthorizedSession): Promise<void> {
  const request = { ...providerRequestOf(collection, session, "release"), data };
  try {
    await callProvider({ failure: "The payment could not be canceled", timeout: PAYMENT_TIMEOUT }, () =>
      providerOf(deps, session.provider_id).cancel(request),
    );
  } catch (error) {
    // An authorization that cannot be canceled is never captured. The customer gets the conflict error instead.
    if (!(error instanceof Refusal)) throw error;
  }
}
