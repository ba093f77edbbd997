import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { savePaymentSessions } from "../../payment-sessions/index.ts";
import { openForChange } from "../cache/index.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { markDiscarded } from "../cart-removal-store.ts";
import { preparedSessions } from "../payment-session.ts";
import { callPaymentProviders } from "./call-payment-providers.ts";
import { releaseGoods } from "./payment-sessions.ts";

interface DiscardRequest {
  cartId: string;
  /** Deletes the rows of the caller, in the same transaction. */
  also: (tx: Tx) => Promise<void>;
}

/** Soft-deletes a cart, releases its stock holds and closes its payment sessions. */
export async function discardCart(deps: CartDeps, { cartId, also }: DiscardRequest): Promise<void> {
  const { cart, calls } = await inTransaction(deps.db, async (tx) => {
    const { cart: found } = await openForChange(deps, tx, cartId);
    await also(tx);
    const before = found.payment_sessions;
    const plan = preparedSessions({ sessions: before, providerIds: [], total: 0, newId: () => "" });
    if (before.length > 0) await savePaymentSessions(tx, cartId, { before, after: plan.sessions });
    await releaseGoods(deps, tx, cartId);
    await markDiscarded(tx, cartId);
    return { cart: found, calls: plan.calls };
  });
  await callPaymentProviders(deps, { cart, total: 0, calls });
}
