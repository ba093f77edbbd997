import { alone } from "../../../db/transaction.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";
import { askProvider, PAYMENT_PATIENCE } from "../../../providers/ask-provider.ts";
import type { PaymentProvider } from "../../../providers/ports/payment.ts";
import { usableData } from "../../../providers/usable-data.ts";
import type { Cart } from "../cart.ts";
import { paymentRequestOf } from "../payment-request.ts";
import type { Errand } from "../payment-session.ts";
import { saveOpenedSession } from "../payment-session-store.ts";
import type { CartDeps } from "./deps.ts";

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
    if (kind === "close") await closed(deps.providers.payment.find(session.provider_id), session.data);
    else {
      const provider = providerOf(deps, session.provider_id);
      const request = { ...paymentRequestOf(cart, total), idempotencyKey: `${session.id}-${total}` };
      const data = await askProvider(
        { failure: "The payment could not be prepared", timeout: PAYMENT_PATIENCE },
        async () => {
          if (kind === "update") return usableData(await provider.update(session.data, request, sent));
          const begun = usableData(await provider.initiate(request));
          return sent ? usableData(await provider.update(begun, request, sent)) : begun;
        },
      );
      const opened = { id: session.id, before: session.data, data, amount: total };
      if (!(await saveOpenedSession(alone(deps.db), opened))) isSaved = false;
    }
  }
  return isSaved;
}

/**
 * The customer has gone on to another way to pay: that this one is still open at its provider, or that the provider
 * is no longer there, takes no money.
 */
async function closed(provider: PaymentProvider | undefined, data: Record<string, unknown>): Promise<void> {
  if (!provider) return;
  try {
    await askProvider({ failure: "The payment could not be closed", timeout: PAYMENT_PATIENCE }, () =>
      provider.deleteSession(data),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

export function providerOf({ providers }: Pick<CartDeps, "providers">, id: string): PaymentProvider {
  const provider = providers.payment.find(id);
  if (!provider) throw invalid(`The payment provider ${id} is not installed`);
  return provider;
}
