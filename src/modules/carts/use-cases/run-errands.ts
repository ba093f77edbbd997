import { alone } from "../../../db/transaction.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";
import { askProvider, PAYMENT_PATIENCE } from "../../../providers/ask-provider.ts";
import type { PaymentProvider } from "../../../providers/ports/payment.ts";
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
 * opened: after a crash the same call is made for the same session, and has no further effect.
 */
export async function runErrands(deps: CartDeps, { cart, total, errands, sent }: Errands): Promise<void> {
  for (const { kind, session } of errands) {
    const provider = providerOf(deps, session.provider_id);
    if (kind === "close") await closed(provider, session.data);
    else {
      const request = { ...paymentRequestOf(cart, total), idempotencyKey: `${session.id}-${total}` };
      const data = await askProvider(
        { failure: "The payment could not be prepared", timeout: PAYMENT_PATIENCE },
        () => (kind === "open" ? provider.initiate(request) : provider.update(session.data, request, sent)),
      );
      await saveOpenedSession(alone(deps.db), { id: session.id, data, amount: total });
    }
  }
}

/** The customer has gone on to another way to pay: that this one is still open at its provider takes no money. */
async function closed(provider: PaymentProvider, data: Record<string, unknown>): Promise<void> {
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
