import { newId } from "../../../../kernel/ids.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { savePaymentSessions } from "../../payment-sessions/index.ts";
import { CartResult } from "../cache/index.ts";
import { type Cart, refuseCompleted } from "../cart.ts";
import { refuseOversized } from "../cart-limits.ts";
import { totalsOf } from "../cart-totals.ts";
import type { SessionPlan } from "../payment-session.ts";
import type { CartDeps } from "./deps.ts";
import { holdGoods, type Occasion } from "./hold-goods.ts";
import { installedProviders } from "./payment-provider.ts";
import { openedAtOnce, runErrands } from "./run-errands.ts";
import { withTaxedCart } from "./with-taxed-cart.ts";

// What a payment can hold.
const MOST = 2_147_483_647;

interface Planning {
  sessions: Cart["payment_sessions"];
  providerIds: string[];
  total: number;
  newId: () => string;
}

interface Change {
  plan: (situation: Planning) => SessionPlan;
  sent?: Record<string, unknown>;
  occasion?: Occasion;
}

const ATTEMPTS = 3;

/**
 * Changes the payment sessions of a cart by a plan that is made under its lock, then does what the plan asks of the
 * providers. When another request did so at the same time, it is done again, with what that one left.
 */
export async function changeSessions(deps: CartDeps, cartId: string, change: Change): Promise<CartResult> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { pending, ...planned } = await planChange(deps, cartId, change);
    const result = await pending();
    if (planned.errands.length === 0) return result;
    if (await runErrands(deps, { ...planned, sent: change.sent })) return new CartResult(cartId);
  }
  throw new Refusal("conflict", "The payment was changed again and again at the same time");
}

const planChange = (deps: CartDeps, cartId: string, { plan, sent, occasion = "paying" }: Change) =>
  withTaxedCart(deps, cartId, async (session, taxes) => {
    const { tx, cart } = session;
    refuseCompleted(cart);
    refuseOversized(cart, { field: "data", after: sent }, deps.config);
    const { total } = totalsOf(cart, taxes).whole;
    if (total > MOST) throw invalid("The cart costs more than can be paid");
    const planned = plan({
      sessions: cart.payment_sessions,
      providerIds: installedProviders(deps, cart.region.payment_providers).map(({ id }) => id),
      total,
      newId: () => newId("ps"),
    });
    const { sessions, errands } = sent ? planned : await openedAtOnce(deps, { cart, total, ...planned });
    await savePaymentSessions(tx, cartId, { before: cart.payment_sessions, after: sessions });
    await holdGoods(deps, tx, { cart, sessions, total, occasion });
    return { cart, total, errands, pending: session.result() };
  });
