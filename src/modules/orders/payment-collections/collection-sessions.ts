import { invalid, notAllowed } from "../../../kernel/refusal.ts";
import type { ProviderCall } from "../../selling/carts/index.ts";
import { type CollectionSession, type PaymentCollection, sessionOf } from "./payment-collection.ts";

/** A session for the amount or a part of it. */
export interface SessionRequest {
  provider_id: string;
  amount: number;
  /** The session to update. Default: a new one. */
  session_id?: string;
}

export interface CollectionProviderCall extends ProviderCall {
  session: CollectionSession;
  amount: number;
}

export interface CollectionPlan {
  sessions: CollectionSession[];
  calls: CollectionProviderCall[];
}

type NewId = () => string;

const isAuthorized = ({ payment_authorized_at }: CollectionSession) => payment_authorized_at !== null;

const newSession = (id: string, { provider_id, amount }: SessionRequest): CollectionSession => ({
  id,
  provider_id,
  is_selected: null,
  is_initiated: false,
  status: "pending",
  data: {},
  amount,
  payment_authorized_at: null,
});

const closeCalls = (sessions: readonly CollectionSession[]): CollectionProviderCall[] =>
  sessions
    .filter((session) => session.is_initiated && !isAuthorized(session) && session.status !== "canceled")
    .map((session) => ({ kind: "close", session, amount: session.amount ?? 0 }));

const openCall = (session: CollectionSession, amount: number): CollectionProviderCall => ({
  kind: session.is_initiated ? "update" : "open",
  session,
  amount,
});

/** One session for the whole amount. */
export function singleSession(
  { amount, region, payment_sessions }: PaymentCollection,
  providerId: string,
): SessionRequest[] {
  if (!region.payment_providers.some(({ id }) => id === providerId)) {
    throw invalid("Payment provider not found");
  }
  const session = payment_sessions.find(({ provider_id }) => provider_id === providerId);
  return [{ provider_id: providerId, amount, session_id: session?.id }];
}

/** Plans exactly the requested sessions. Others are closed. */
export function plannedSessions(
  collection: PaymentCollection,
  requested: readonly SessionRequest[],
  newId: NewId,
): CollectionPlan {
  refuseInvalidSessions(collection, requested);
  const plans = requested.map((each) => {
    const known = each.session_id === undefined ? undefined : sessionOf(collection, each.session_id);
    // A canceled session cannot be changed: a new one replaces it.
    const session = known && known.status !== "canceled" ? known : newSession(newId(), each);
    return { session: withAmount(session, each.amount), call: openCall(session, each.amount) };
  });
  const sessions = plans.map(({ session }) => session);
  const removed = collection.payment_sessions.filter((old) => !sessions.some(({ id }) => id === old.id));
  return { sessions, calls: [...closeCalls(removed), ...plans.map(({ call }) => call)] };
}

/** An open session keeps its amount until its provider has confirmed the new one. */
const withAmount = (session: CollectionSession, amount: number): CollectionSession =>
  session.is_initiated ? session : { ...session, amount };

function refuseInvalidSessions(collection: PaymentCollection, requested: readonly SessionRequest[]): void {
  const providers = collection.region.payment_providers.map(({ id }) => id);
  for (const { provider_id, session_id } of requested) {
    if (!providers.includes(provider_id)) {
      throw invalid(`sessions: the payment provider ${provider_id} is not available in this region`);
    }
    if (session_id !== undefined && sessionOf(collection, session_id).provider_id !== provider_id) {
      throw invalid(`sessions: the payment session ${session_id} belongs to another payment provider`);
    }
  }
  const named = requested.flatMap(({ session_id }) => session_id ?? []);
  if (new Set(named).size < named.length) throw invalid("sessions: a payment session is named twice");
  if (requested.reduce((sum, { amount }) => sum + amount, 0) !== collection.amount) {
    throw invalid(`The sum of sessions is not equal to ${collection.amount} on Payment Collection`);
  }
}

/** Replaces a session by a new one for the same amount. */
export function refreshedSession(
  collection: PaymentCollection,
  sessionId: string,
  newId: NewId,
): CollectionPlan & { refreshed: string } {
  const session = sessionOf(collection, sessionId);
  if (isAuthorized(session)) throw notAllowed("An authorized payment session cannot be replaced");
  const { provider_id, amount } = session;
  const next = newSession(newId(), { provider_id, amount: amount ?? collection.amount });
  return {
    refreshed: next.id,
    sessions: collection.payment_sessions.map((each) => (each === session ? next : each)),
    calls: [...closeCalls([session]), openCall(next, next.amount!)],
  };
}

/** The calls that close all open sessions. */
export const closingCalls = ({ payment_sessions }: PaymentCollection): CollectionProviderCall[] =>
  closeCalls(payment_sessions);
