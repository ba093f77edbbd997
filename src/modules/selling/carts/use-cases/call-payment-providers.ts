import { inSideTransaction } from "../../../../db/transaction.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { callProvider, PAYMENT_TIMEOUT } from "../../../../providers/call-provider.ts";
import type { ProviderData } from "../../../../providers/ports/common.ts";
import type { PaymentProvider, PaymentRequest } from "../../../../providers/ports/payment.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import { type PaymentSession, saveOpenedSession } from "../../payment-sessions/index.ts";
import type { Cart } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import type { ProviderCall, SessionPlan } from "../payment-session.ts";
import { paymentRequestOf } from "../provider-requests.ts";

interface PlannedCalls {
  cart: Cart;
  total: number;
  calls: readonly ProviderCall[];
  /** Data of the storefront for the provider. */
  sent?: Record<string, unknown>;
}

/**
 * Calls the providers for the saved sessions while no row is locked. A session is saved before it is opened: after a crash
 * the same idempotent call is repeated for the same session. Returns false if another request changed a session at its
 * provider at the same time. The caller then plans again.
 */
export async function callPaymentProviders(
  deps: CartDeps,
  { cart, total, calls, sent }: PlannedCalls,
): Promise<boolean> {
  let isSaved = true;
  for (const { kind, session } of calls) {
    if (kind === "close") await closeSession(deps.providers.payment.find(session.provider_id), session.data);
    else {
      const provider = providerOf(deps, session.provider_id);
      const request = requestFor(session, { cart, total });
      const data = await openOrUpdateSession(provider, { kind, data: session.data, request, sent });
      const opened = { id: session.id, before: session.data, data, amount: total };
      const outcome = await inSideTransaction(deps.db, (tx) => saveOpenedSession(tx, opened));
      // Another request removed the session while it was being opened, and could not close it.
      if (outcome === "gone" && kind === "open") await closeSession(provider, data);
      if (outcome === "outdated") isSaved = false;
    }
  }
  return isSaved;
}

/** Opens new sessions of local providers before they are saved. The plan keeps the other calls. */
export async function withLocalSessionsOpened(
  deps: CartDeps,
  { cart, total, sessions, calls }: SessionPlan & { cart: Cart; total: number },
): Promise<SessionPlan> {
  const isNew = ({ id }: PaymentSession) => cart.payment_sessions.every((known) => known.id !== id);
  const plan: SessionPlan = { sessions: [...sessions], calls: [] };
  for (const call of calls) {
    const { kind, session } = call;
    const provider = deps.providers.payment.find(session.provider_id);
    if (kind !== "open" || !provider?.isLocal || !isNew(session)) plan.calls.push(call);
    else {
      const request = requestFor(session, { cart, total });
      const data = await openOrUpdateSession(provider, { kind, data: session.data, request });
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

interface SessionRequest {
  kind: "open" | "update";
  /** The last answer of the provider about the payment. */
  data: ProviderData;
  request: PaymentRequest;
  sent?: ProviderData;
}

/** Opens a session at its provider or updates its amount. Returns the data to be stored with the session. */
export const openOrUpdateSession = (
  provider: PaymentProvider,
  { kind, data, request, sent }: SessionRequest,
): Promise<ProviderData> =>
  callProvider({ failure: "The payment could not be prepared", timeout: PAYMENT_TIMEOUT }, async () => {
    if (kind === "update") return checkedProviderData(await provider.update(data, request, sent));
    const begun = checkedProviderData(await provider.initiate(request));
    return sent ? checkedProviderData(await provider.update(begun, request, sent)) : begun;
  });

/**
 * Errors are ignored: a session that stays open at its provider takes no money.
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

type Providers = Pick<CartDeps, "providers">;

export function providerOf({ providers }: Providers, id: string): PaymentProvider {
  const provider = providers.payment.find(id);
  if (!provider) throw invalid(`The payment provider ${id} is not installed`);
  return provider;
}

/** Providers of a region whose plugin is not installed are not offered. */
export const installedProviders = ({ providers }: Providers, ofRegion: readonly { id: string }[]) =>
  ofRegion.filter(({ id }) => providers.payment.find(id) !== undefined);
