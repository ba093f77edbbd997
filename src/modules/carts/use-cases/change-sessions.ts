import { newId } from "../../../kernel/ids.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { type Cart, refuseCompleted } from "../cart.ts";
import { totalsOf } from "../cart-totals.ts";
import type { SessionPlan } from "../payment-session.ts";
import { savePaymentSessions } from "../payment-session-store.ts";
import type { CartDeps } from "./deps.ts";
import { runErrands } from "./run-errands.ts";
import { withTaxedCart } from "./with-taxed-cart.ts";

// What a payment can hold.
const MOST = 2_147_483_647;

interface Planning {
  sessions: Cart["payment_sessions"];
  providerIds: string[];
  total: number;
  newId: () => string;
}

/**
 * Changes the payment sessions of a cart by a plan that is made under its lock, then does what the plan asks of the
 * providers.
 */
export async function changeSessions(
  deps: CartDeps,
  cartId: string,
  { plan, sent }: { plan: (situation: Planning) => SessionPlan; sent?: Record<string, unknown> },
): Promise<void> {
  const planned = await withTaxedCart(deps, cartId, async (tx, cart, taxes) => {
    refuseCompleted(cart);
    const { total } = totalsOf(cart, taxes).whole;
    if (total > MOST) throw invalid("The cart costs more than can be paid");
    const { sessions, errands } = plan({
      sessions: cart.payment_sessions,
      providerIds: cart.region.payment_providers.map(({ id }) => id),
      total,
      newId: () => newId("ps"),
    });
    await savePaymentSessions(tx, cartId, { before: cart.payment_sessions, after: sessions });
    return { cart, total, errands };
  });
  await runErrands(deps, { ...planned, sent });
}
