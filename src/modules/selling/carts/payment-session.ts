import { notAllowed } from "../../../kernel/refusal.ts";
import type { PaymentSession } from "../payment-sessions/index.ts";

/** What remains to be done at providers when the sessions were saved. */
export interface Errand {
  kind: "open" | "update" | "close";
  session: PaymentSession;
}

export interface SessionPlan {
  sessions: PaymentSession[];
  errands: Errand[];
}

interface Situation {
  sessions: readonly PaymentSession[];
  /** Of the cart's region. */
  providerIds: readonly string[];
  /** What is to be paid. */
  total: number;
  newId: () => string;
}

const isOpen = ({ is_selected, is_initiated }: PaymentSession) => is_initiated || is_selected === true;

const closing = (sessions: readonly PaymentSession[]): Errand[] =>
  sessions.filter(({ is_initiated }) => is_initiated).map((session) => ({ kind: "close", session }));

const freshSession = (id: string, providerId: string, amount: number): PaymentSession => ({
  id,
  provider_id: providerId,
  is_selected: null,
  is_initiated: false,
  status: "pending",
  data: {},
  amount,
});

/** A session for each way to pay in the region; nothing where there is nothing to pay. */
export function preparedSessions({ sessions, providerIds, total, newId }: Situation): SessionPlan {
  if (total <= 0) return { sessions: [], errands: closing(sessions) };
  const gone = sessions.filter(({ provider_id }) => !providerIds.includes(provider_id));
  const plans = providerIds.map((providerId) => {
    const session = sessions.find(({ provider_id }) => provider_id === providerId);
    return session
      ? following(session, { total, newId })
      : { session: freshSession(newId(), providerId, total), errands: [] };
  });
  const plan = {
    sessions: plans.map(({ session }) => session),
    errands: [...closing(gone), ...plans.flatMap(({ errands }) => errands)],
  };
  const [only, ...others] = plan.sessions;
  return only && others.length === 0 && !only.is_selected ? withSelected(plan, only.provider_id) : plan;
}

/**
 * An open session follows the cart at its provider; one that nobody chose is opened anew when it is chosen. A
 * payment that was canceled cannot be changed any more: a new session takes its place.
 */
function following(
  session: PaymentSession,
  { total, newId }: { total: number; newId: () => string },
): { session: PaymentSession; errands: Errand[] } {
  if (session.status === "canceled") {
    const renewed = {
      ...freshSession(newId(), session.provider_id, total),
      is_selected: session.is_selected,
    };
    return { session: renewed, errands: renewed.is_selected ? [{ kind: "open", session: renewed }] : [] };
  }
  if (session.is_selected) return { session, errands: [{ kind: nextStep(session), session }] };
  if (!session.is_initiated) return { session: { ...session, amount: total }, errands: [] };
  return { session: freshSession(newId(), session.provider_id, total), errands: closing([session]) };
}

const nextStep = ({ is_initiated }: PaymentSession): Errand["kind"] => (is_initiated ? "update" : "open");

function withSelected({ sessions, errands }: SessionPlan, providerId: string): SessionPlan {
  const chosen = sessions.find(({ provider_id }) => provider_id === providerId)!;
  const selected = { ...chosen, is_selected: true };
  return {
    sessions: sessions.map((session) => (session === chosen ? selected : session)),
    errands: [...errands, { kind: nextStep(selected), session: selected }],
  };
}

export function refuseForeignProvider(providerIds: readonly string[], providerId: string): void {
  if (!providerIds.includes(providerId)) {
    throw notAllowed("The payment method is not available in this region");
  }
}

export function sessionOf(sessions: readonly PaymentSession[], providerId: string): PaymentSession {
  const session = sessions.find(({ provider_id }) => provider_id === providerId);
  if (!session) throw notAllowed("Could not find payment session");
  return session;
}

/** The customer pays in this way; another one that was open is closed. */
export function selectedSessions(
  { sessions, providerIds, newId }: Omit<Situation, "total">,
  providerId: string,
): SessionPlan {
  refuseForeignProvider(providerIds, providerId);
  sessionOf(sessions, providerId);
  const left = sessions.filter((session) => session.provider_id !== providerId && isOpen(session));
  const isNew = (session: PaymentSession) => left.includes(session) || session.status === "canceled";
  const others = sessions.map((session) =>
    isNew(session) ? freshSession(newId(), session.provider_id, session.amount ?? 0) : session,
  );
  return withSelected({ sessions: others, errands: closing(left) }, providerId);
}

/** A session that is taken away; what is not there is as good as gone. */
export function withoutSession(sessions: readonly PaymentSession[], providerId: string): SessionPlan {
  const gone = sessions.filter((session) => session.provider_id === providerId);
  return { sessions: sessions.filter((session) => !gone.includes(session)), errands: closing(gone) };
}

/** The payment is begun anew, and has to be chosen again. A session that was not chosen only follows the total. */
export function refreshedSessions({ sessions, total, newId }: Situation, providerId: string): SessionPlan {
  const session = sessions.find(({ provider_id }) => provider_id === providerId);
  if (!session) return { sessions: [...sessions], errands: [] };
  const next = session.is_selected ? freshSession(newId(), providerId, total) : { ...session, amount: total };
  return {
    sessions: sessions.map((each) => (each === session ? next : each)),
    errands: session.is_selected ? [...closing([session]), { kind: "open", session: next }] : [],
  };
}
