import { deleteLines } from "../../line-items/index.ts";
import type { CartResult } from "../cache/index.ts";
import { refuseReturned } from "../cart.ts";
import { changeLines } from "./change-lines.ts";
import type { CartDeps } from "./deps.ts";

/** A line that is not in the cart is as good as removed: then nothing changes. */
export const removeLine = (deps: CartDeps, cartId: string, lineId: string): Promise<CartResult> =>
  changeLines(deps, {
    cartId,
    isNeeded: ({ items }) => items.some(({ id }) => id === lineId),
    change: async ({ tx, cart }) => {
      refuseReturned(cart.items.find(({ id }) => id === lineId)!);
      await deleteLines(tx, [lineId]);
    },
  });
