import { invalid, notAllowed } from "../../../kernel/refusal.ts";
import type { Errand } from "../../selling/carts/index.ts";
import { type CollectionSession, type PaymentCollection, sessionOf } from "./payment-collection.ts";

/** A way in which a part of the amount, or all of it, is to be paid. */
export interface WantedSession {
  provider_id: string;
  amount: number;
  /** The session that is to follow; a new one when absent. */
  session_id?: string;
}

/** What is left to do at a provider, and for how much. */
export interface CollectionErrand extends Errand {
  session: CollectionSession;
  amount: number;
}

export interface CollectionPlan {
  sessions: CollectionSession[];
  errands: CollectionErrand[];
}

type NewId = () => string;

const isAuthorized = ({ payment_authorized_at }: CollectionSession) => payment_authorized_at !== null;

const fresh = (id: string, { provider_id, amount }: WantedSession): CollectionSession => ({
  id,
  provider_id,
  is_selected: null,
  is_initiated: false,
  status: "pending",
  data: {},
  amount,
  payment_authorized_at: null,
});

const closing = (sessions: readonly CollectionSession[]): CollectionErrand[] =>
  sessions
    .filter((session) => session.is_initiated && !isAuthorized(session) && session.status !== "canceled")
    .map((session) => ({ kind: "close", session, amount: session.amount ?? 0 }));

const entering = (session: CollectionSession, amount: number): CollectionErrand => ({
  kind: session.is_initiated ? "update" : "open",
  session,
  amount,
});

/** One way to pay for all of it. */
export function singleSession(
  { amount, region, payment_sessions }: PaymentCollection,
  providerId: string,
): WantedSession[] {
  if (!region.payment_providers.some(({ id }) => id === providerId)) {
    throw invalid("Payment provider not found");
  }
  const session = payment_sessions.find(({ provider_id }) => provider_id === providerId);
  return [{ provider_id: providerId, amount, session_id: session?.id }];
}

/** The sessions become exactly these; those that are not named are closed. */
export function plannedSessions(
  collection: PaymentCollection,
  wanted: readonly WantedSession[],
  newId: NewId,
): CollectionPlan {
  refuseWrongSessions(collection, wanted);
  const plans = wanted.map((each) => {
    const known = each.session_id === undefined ? undefined : sessionOf(collection, each.session_id);
    // A payment that was given up cannot be changed any more: a new session takes its place.
    const session = known && known.status !== "canceled" ? known : fresh(newId(), each);
    return { session: following(session, each.amount), errand: entering(session, each.amount) };
  });
  const kept = plans.map(({ session }) => session);
  const gone = collection.payment_sessions.filter((old) => !kept.some(({ id }) => id === old.id));
  return { sessions: kept, errands: [...closing(gone), ...plans.map(({ errand }) => errand)] };
}

/** A session that its provider knows has the amount that the provider knows. */
const following = (session: CollectionSession, amount: number): CollectionSession =>
  session.is_initiated ? session : { ...session, amount };

function refuseWrongSessions(collection: PaymentCollection, wanted: readonly WantedSession[]): void {
  const providers = collection.region.payment_providers.map(({ id }) => id);
  for (const { provider_id, session_id } of wanted) {
    if (!providers.includes(provider_id)) {
      throw invalid(`sessions: the payment provider ${provider_id} is not available in this region`);
    }
    if (session_id !== undefined && sessionOf(collection, session_id).provider_id !== provider_id) {
      throw invalid(`sessions: the payment session ${session_id} belongs to another payment provider`);
    }
  }
  const named = wanted.flatMap(({ session_id }) => session_id ?? []);
  if (new Set(named).size < named.length) throw invalid("sessions: a payment session is named twice");
  if (wanted.reduce((sum, { amount }) => sum + amount, 0) !== collection.amount) {
    throw invalid(`The sum of sessions is not equal to ${collection.amount} on Payment Collection`);
  }
}

/** A payment that is begun anew, for the same amount. */
export function refreshedSession(
  collection: PaymentCollection,
  sessionId: string,
  newId: NewId,
): CollectionPlan & { refreshed: string } {
  const session = sessionOf(collection, sessionId);
  if (isAuthorized(session)) throw notAllowed("A payment that was authorized cannot be begun anew");
  const { provider_id, amount } = session;
  const next = fresh(newId(), { provider_id, amount: amount ?? collection.amount });
  return {
    refreshed: next.id,
    sessions: collection.payment_sessions.map((each) => (each === session ? next : each)),
    errands: [...closing([session]), entering(next, next.amount!)],
  };
}

/** Nothing is paid with the sessions any more that are still open. */
export const closedSessions = ({ payment_sessions }: PaymentCollection): CollectionErrand[] =>
  closing(payment_sessions);
