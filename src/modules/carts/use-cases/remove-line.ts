import { type Cart, refuseReturned } from "../cart.ts";
import { deleteLines } from "../line-store.ts";
import { changeLines } from "./change-lines.ts";
import type { CartDeps } from "./deps.ts";

/** A line that is not in the cart is as good as removed. */
export const removeLine = (deps: CartDeps, cartId: string, lineId: string): Promise<Cart | null> =>
  changeLines(deps, cartId, async (tx, cart) => {
    const line = cart.items.find(({ id }) => id === lineId);
    if (!line) return;
    refuseReturned(line);
    await deleteLines(tx, [line.id]);
  });
