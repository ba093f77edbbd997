import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { savePaymentSessions } from "../../payment-sessions/index.ts";
import { openForChange } from "../cache/index.ts";
import { markDiscarded } from "../discard-store.ts";
import { preparedSessions } from "../payment-session.ts";
import type { CartDeps } from "./deps.ts";
import { releaseGoods } from "./hold-goods.ts";
import { runErrands } from "./run-errands.ts";

interface Discarding {
  cartId: string;
  /** What else goes with it. */
  also: (tx: Tx) => Promise<void>;
}

/** Nobody can buy what is in this cart any more: what is held for it is let go, and open payments are closed. */
export async function discardCart(deps: CartDeps, { cartId, also }: Discarding): Promise<void> {
  const { cart, errands } = await inTransaction(deps.db, async (tx) => {
    const { cart: found } = await openForChange(deps, tx, cartId);
    await also(tx);
    const before = found.payment_sessions;
    const plan = preparedSessions({ sessions: before, providerIds: [], total: 0, newId: () => "" });
    if (before.length > 0) await savePaymentSessions(tx, cartId, { before, after: plan.sessions });
    await releaseGoods(deps, tx, cartId);
    await markDiscarded(tx, cartId);
    return { cart: found, errands: plan.errands };
  });
  await runErrands(deps, { cart, total: 0, errands });
}
