import { isDeepStrictEqual } from "node:util";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { callProvider, PAYMENT_TIMEOUT } from "../../../../providers/call-provider.ts";
import type { Authorization } from "../../../../providers/ports/payment.ts";
import { checkedAuthorization } from "../../../../providers/provider-data.ts";
import { providerOf } from "../../../selling/carts/index.ts";
import { saveCollectionSessionStatus } from "../../../selling/payment-sessions/index.ts";
import { type CollectionSession, type PaymentCollection, sessionOf } from "../payment-collection.ts";
import { allowCollection, sessionsTotal, statusOf } from "../payment-collection-state.ts";
import {
  lockCollection,
  lockCollectionIfAny,
  readCollection,
  saveCollection,
} from "../payment-collection-store.ts";
import { bookPayment } from "./book-payment.ts";
import type { CollectionDeps } from "./deps.ts";
import { runErrands } from "./run-errands.ts";

export interface Authorizing {
  collectionId: string;
  sessionIds: readonly string[];
  /** Where the customer is, for providers that want to know. */
  ip: string | null;
}

/** The task that finishes what a crash has interrupted. */
export const AUTHORIZE_TASK = "payment-collection-authorize";

// Longer than a payment service is waited for.
const LATER = 120_000;

/** Asks the providers to authorize; what is authorized already stays as it is. */
export async function authorizeSessions(deps: CollectionDeps, authorizing: Authorizing): Promise<void> {
  const collection = await begun(deps, authorizing);
  if (collection.status === "authorized") return;
  for (const id of new Set(authorizing.sessionIds)) {
    const session = sessionOf(collection, id);
    if (session.payment_authorized_at === null)
      await authorizeOne(deps, collection, { session, ...authorizing });
  }
}

/** What is about to be asked is known before it is asked: whoever finds it after a crash asks again. */
const begun = ({ db, graph }: CollectionDeps, { collectionId, sessionIds, ip }: Authorizing) =>
  inSideTransaction(db, async (tx) => {
    const collection = await lockCollection(graph, tx, collectionId);
    for (const id of sessionIds) sessionOf(collection, id);
    allowCollection("authorize", collection);
    if (collection.status === "authorized") return collection;
    for (const sessionId of new Set(sessionIds)) {
      const key = `${AUTHORIZE_TASK}-${sessionId}`;
      await enqueue(tx, {
        task: AUTHORIZE_TASK,
        payload: { collectionId, sessionId, ip },
        key,
        after: LATER,
      });
    }
    return collection;
  });

interface One {
  session: CollectionSession;
  ip: string | null;
}

async function authorizeOne(
  deps: CollectionDeps,
  collection: PaymentCollection,
  { session: found, ip }: One,
): Promise<void> {
  const session = await openedSession(deps, collection, found);
  const answer = await asked(deps, collection, { session, ip });
  if (answer.status === "authorized") await booked(deps, { collection, session, data: answer.data });
  else await noted(deps, { collection, session, answer });
}

/** After a crash a session may be there that its provider does not know yet. */
async function openedSession(
  deps: CollectionDeps,
  collection: PaymentCollection,
  session: CollectionSession,
): Promise<CollectionSession> {
  if (session.is_initiated && session.status !== "canceled") return session;
  if (session.status === "canceled")
    throw invalid("The payment was given up: set the payment sessions again");
  await runErrands(deps, collection, [{ kind: "open", session, amount: session.amount! }]);
  return sessionOf(await readCollection(deps.graph, deps.db, collection.id), session.id);
}

const stepOf = (
  { currency_code }: PaymentCollection,
  session: CollectionSession,
  name: "authorize" | "release",
) => ({
  data: session.data,
  amount: session.amount!,
  currencyCode: currency_code,
  idempotencyKey: `${session.id}-${session.amount}-${name}`,
});

/** Asks the provider, while nothing is locked. */
const asked = (
  deps: CollectionDeps,
  collection: PaymentCollection,
  { session, ip }: One,
): Promise<Authorization> =>
  callProvider({ failure: "The payment could not be authorized", timeout: PAYMENT_TIMEOUT }, async () =>
    checkedAuthorization(
      await providerOf(deps, session.provider_id).authorize(stepOf(collection, session, "authorize"), {
        resourceId: collection.id,
        ip,
      }),
    ),
  );

const noted = (
  { db, graph }: CollectionDeps,
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

interface Answered {
  collection: PaymentCollection;
  session: CollectionSession;
  data: Record<string, unknown>;
}

/** Books what was authorized, once. Where it is no longer wanted, the money is let go. */
async function booked(deps: CollectionDeps, answered: Answered): Promise<void> {
  const isBooked = await inTransaction(deps.db, async (tx) => {
    const collection = await lockCollectionIfAny(deps.graph, tx, answered.collection.id);
    if (!collection) return false;
    const session = collection.payment_sessions.find(({ id }) => id === answered.session.id);
    if (session && session.payment_authorized_at !== null) return true;
    if (!session || !isStillWanted(collection, session, answered.session)) {
      // First the session is given up, so that nobody counts on a payment that is let go.
      const { session: given, data } = answered;
      await saveCollectionSessionStatus(tx, { id: given.id, status: "canceled", before: given.data, data });
      return false;
    }
    await bookPayment(deps, tx, {
      collection,
      payment: {
        sessionId: session.id,
        amount: session.amount!,
        providerId: session.provider_id,
        data: answered.data,
      },
    });
    return true;
  });
  if (isBooked) return;
  await release(deps, answered);
  throw new Refusal("conflict", "The payment collection was changed while it was paid");
}

const isStillWanted = (
  collection: PaymentCollection,
  session: CollectionSession,
  asked: CollectionSession,
): boolean =>
  isToBePaid(collection) &&
  session.status !== "canceled" &&
  session.amount === asked.amount &&
  isDeepStrictEqual(session.data, asked.data);

/** In this way: the edit may cost more or less by now. */
const isToBePaid = (collection: PaymentCollection): boolean =>
  collection.status !== "canceled" &&
  collection.status !== "authorized" &&
  !collection.$payer?.is_over &&
  sessionsTotal(collection) === collection.amount;

async function release(deps: CollectionDeps, { collection, session, data }: Answered): Promise<void> {
  const step = { ...stepOf(collection, session, "release"), data };
  try {
    await callProvider({ failure: "The payment could not be canceled", timeout: PAYMENT_TIMEOUT }, () =>
      providerOf(deps, session.provider_id).cancel(step),
    );
  } catch (error) {
    // Money that was only authorized is never taken; the customer is to hear why it was not needed.
    if (!(error instanceof Refusal)) throw error;
  }
}
