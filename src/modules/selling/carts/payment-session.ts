import { notAllowed } from "../../../kernel/refusal.ts";
import type { PaymentSession } from "../payment-sessions/index.ts";

/** What remains to be done at providers when the sessions were saved. */
export interface ProviderCall {
  kind: "open" | "update" | "close";
  session: PaymentSession;
}

export interface SessionPlan {
  sessions: PaymentSession[];
  calls: ProviderCall[];
}

export interface SessionPlanInput {
  sessions: readonly PaymentSession[];
  /** Of the cart's region. */
  providerIds: readonly string[];
  /** The amount to be paid. */
  total: number;
  newId: () => string;
}

const isOpen = ({ is_selected, is_initiated }: PaymentSession) => is_initiated || is_selected === true;

const closing = (sessions: readonly PaymentSession[]): ProviderCall[] =>
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

/** One session for each provider of the region; none if there is nothing to pay. */
export function preparedSessions({ sessions, providerIds, total, newId }: SessionPlanInput): SessionPlan {
  if (total <= 0) return { sessions: [], calls: closing(sessions) };
  const gone = sessions.filter(({ provider_id }) => !providerIds.includes(provider_id));
  const plans = providerIds.map((providerId) => {
    const session = sessions.find(({ provider_id }) => provider_id === providerId);
    return session
      ? following(session, { total, newId })
      : { session: freshSession(newId(), providerId, total), calls: [] };
  });
  const plan = {
    sessions: plans.map(({ session }) => session),
    calls: [...closing(gone), ...plans.flatMap(({ calls }) => calls)],
  };
  const [only, ...others] = plan.sessions;
  return only && others.length === 0 && !only.is_selected ? withSelected(plan, only.provider_id) : plan;
}

/**
 * The selected session is updated at its provider. Other open sessions are closed, and opened again when they are selected.
 * A canceled session cannot be changed, so a new one replaces it.
 */
function following(
  session: PaymentSession,
  { total, newId }: { total: number; newId: () => string },
): { session: PaymentSession; calls: ProviderCall[] } {
  if (session.status === "canceled") {
    const renewed = {
      ...freshSession(newId(), session.provider_id, total),
      is_selected: session.is_selected,
    };
    return { session: renewed, calls: renewed.is_selected ? [{ kind: "open", session: renewed }] : [] };
  }
  if (session.is_selected) return { session, calls: [{ kind: nextStep(session), session }] };
  if (!session.is_initiated) return { session: { ...session, amount: total }, calls: [] };
  return { session: freshSession(newId(), session.provider_id, total), calls: closing([session]) };
}

const nextStep = ({ is_initiated }: PaymentSession): ProviderCall["kind"] =>
  is_initiated ? "update" : "open";

function withSelected({ sessions, calls }: SessionPlan, providerId: string): SessionPlan {
  const chosen = sessions.find(({ provider_id }) => provider_id === providerId)!;
  const selected = { ...chosen, is_selected: true };
  return {
    sessions: sessions.map((session) => (session === chosen ? selected : session)),
    calls: [...calls, { kind: nextStep(selected), session: selected }],
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

/** Selects the session of a provider, and closes other open sessions. */
export function selectedSessions(
  { sessions, providerIds, newId }: Omit<SessionPlanInput, "total">,
  providerId: string,
): SessionPlan {
  refuseForeignProvider(providerIds, providerId);
  sessionOf(sessions, providerId);
  const left = sessions.filter((session) => session.provider_id !== providerId && isOpen(session));
  const isNew = (session: PaymentSession) => left.includes(session) || session.status === "canceled";
  const others = sessions.map((session) =>
    isNew(session) ? freshSession(newId(), session.provider_id, session.amount ?? 0) : session,
  );
  return withSelected({ sessions: others, calls: closing(left) }, providerId);
}

/** Removes the session of a provider. A missing session counts as removed. */
export function withoutSession(sessions: readonly PaymentSession[], providerId: string): SessionPlan {
  const gone = sessions.filter((session) => session.provider_id === providerId);
  return { sessions: sessions.filter((session) => !gone.includes(session)), calls: closing(gone) };
}

/** Replaces a selected session by a new one, which must be selected again. Other sessions only get the new total. */
export function refreshedSessions(
  { sessions, total, newId }: SessionPlanInput,
  providerId: string,
): SessionPlan {
  const session = sessions.find(({ provider_id }) => provider_id === providerId);
  if (!session) return { sessions: [...sessions], calls: [] };
  const next = session.is_selected ? freshSession(newId(), providerId, total) : { ...session, amount: total };
  return {
    sessions: sessions.map((each) => (each === session ? next : each)),
    calls: session.is_selected ? [...closing([session]), { kind: "open", session: next }] : [],
  };
}
