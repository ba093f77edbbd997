import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { isShipped } from "../cart.ts";
import { lockOpenCart } from "../cart-store.ts";
import { unshipLines } from "../shipping-method-store.ts";
import type { CartDeps } from "./deps.ts";

/** The ways to ship that were chosen stay; the lines no longer say that they are shipped. */
export const unshipCart = (deps: CartDeps, cartId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { items } = await lockOpenCart(deps.graph, tx, cartId);
    if (!items.some(isShipped)) return;
    await unshipLines(tx, cartId);
    await announce(tx, "cart.updated", { id: cartId });
  });
