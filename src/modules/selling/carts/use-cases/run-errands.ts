import { inSideTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { callProvider, PAYMENT_TIMEOUT } from "../../../../providers/call-provider.ts";
import type { ProviderData } from "../../../../providers/ports/common.ts";
import type { PaymentProvider, PaymentRequest } from "../../../../providers/ports/payment.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import type { PaymentSession } from "../../payment-sessions/index.ts";
import { saveOpenedSession } from "../../payment-sessions/index.ts";
import type { Cart } from "../cart.ts";
import { paymentRequestOf } from "../payment-request.ts";
import type { Errand, SessionPlan } from "../payment-session.ts";
import type { CartDeps } from "./deps.ts";
import { providerOf } from "./payment-provider.ts";

interface Errands {
  cart: Cart;
  total: number;
  errands: readonly Errand[];
  /** What the storefront wants the provider to know. */
  sent?: Record<string, unknown>;
}

/**
 * Does at the providers what the saved sessions ask for, while nothing is locked. A session is saved before it is
 * opened: after a crash the same call is made for the same session, and has no further effect. False when another
 * request changed a session at its provider at the same time, so that it must be looked at again.
 */
export async function runErrands(deps: CartDeps, { cart, total, errands, sent }: Errands): Promise<boolean> {
  let isSaved = true;
  for (const { kind, session } of errands) {
    if (kind === "close") await closeSession(deps.providers.payment.find(session.provider_id), session.data);
    else {
      const provider = providerOf(deps, session.provider_id);
      const request = requestFor(session, { cart, total });
      const data = await askForSession(provider, { kind, data: session.data, request, sent });
      const opened = { id: session.id, before: session.data, data, amount: total };
      const outcome = await inSideTransaction(deps.db, (tx) => saveOpenedSession(tx, opened));
      // The customer chose another way to pay while this one was being opened: whoever did that could not close it yet.
      if (outcome === "gone" && kind === "open") await closeSession(provider, data);
      if (outcome === "outdated") isSaved = false;
    }
  }
  return isSaved;
}

/** New sessions at providers that ask nobody outside are open before they are saved; the other errands remain. */
export async function openedAtOnce(
  deps: CartDeps,
  { cart, total, sessions, errands }: SessionPlan & { cart: Cart; total: number },
): Promise<SessionPlan> {
  const isNew = ({ id }: PaymentSession) => cart.payment_sessions.every((known) => known.id !== id);
  const plan: SessionPlan = { sessions: [...sessions], errands: [] };
  for (const errand of errands) {
    const { kind, session } = errand;
    const provider = deps.providers.payment.find(session.provider_id);
    if (kind !== "open" || !provider?.isLocal || !isNew(session)) plan.errands.push(errand);
    else {
      const request = requestFor(session, { cart, total });
      const data = await askForSession(provider, { kind, data: session.data, request });
      plan.sessions[sessions.indexOf(session)] = { ...session, is_initiated: true, data, amount: total };
    }
  }
  return plan;
}

const requestFor = (
  { id }: PaymentSession,
  { cart, total }: { cart: Cart; total: number },
): PaymentRequest => ({
  idempotencyKey: `${id}-${total}`,
  ...paymentRequestOf(cart, total),
});

interface AskedSession {
  kind: "open" | "update";
  /** What the provider said of the session before. */
  data: ProviderData;
  request: PaymentRequest;
  sent?: ProviderData;
}

/** Opens a session at its provider, or lets it follow what is to be paid; what it tells is kept with the session. */
export const askForSession = (
  provider: PaymentProvider,
  { kind, data, request, sent }: AskedSession,
): Promise<ProviderData> =>
  callProvider({ failure: "The payment could not be prepared", timeout: PAYMENT_TIMEOUT }, async () => {
    if (kind === "update") return checkedProviderData(await provider.update(data, request, sent));
    const begun = checkedProviderData(await provider.initiate(request));
    return sent ? checkedProviderData(await provider.update(begun, request, sent)) : begun;
  });

/**
 * The customer has gone on to another way to pay: that this one is still open at its provider, or that the provider
 * is no longer there, takes no money.
 */
export async function closeSession(provider: PaymentProvider | undefined, data: ProviderData): Promise<void> {
  if (!provider) return;
  try {
    await callProvider({ failure: "The payment could not be closed", timeout: PAYMENT_TIMEOUT }, () =>
      provider.deleteSession(data),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
