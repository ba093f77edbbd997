import { announce } from "../../../../events/announce.ts";
import { changeCart } from "../cache/index.ts";
import { isShipped } from "../cart.ts";
import { unshipLines } from "../cart-shipping-store.ts";
import type { CartDeps } from "./deps.ts";

/** The chosen shipping methods stay; the lines are no longer marked as shipped. */
export async function unshipCart(deps: CartDeps, cartId: string): Promise<void> {
  await changeCart(deps, cartId, async ({ tx, cart }) => {
    if (!cart.items.some(isShipped)) return;
    await unshipLines(tx, cartId);
    await announce(tx, "cart.updated", { id: cartId });
  });
}
