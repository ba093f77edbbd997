import { Refusal } from "../../../../kernel/refusal.ts";
import type { CartDeps } from "./deps.ts";
import type { ShownCart } from "./show-cart.ts";
import { unshipCart } from "./unship-cart.ts";
import { updateCart } from "./update-cart.ts";

/**
 * Whoever logs in and looks at a cart goes on with it as their own; as in v1 its lines then no longer say that they are
 * shipped. Tells whether the cart may have changed.
 */
export async function takeOverCart(
  deps: CartDeps,
  cartId: string,
  { shown, customerId }: { shown: ShownCart; customerId: string | null },
): Promise<boolean> {
  const isTheirs = shown.customerId === customerId;
  if (customerId === null || shown.isCompleted || (isTheirs && !shown.isShipped)) return false;
  try {
    if (isTheirs) await unshipCart(deps, cartId);
    else await updateCart(deps, cartId, { customer_id: customerId });
  } catch (error) {
    // It has just become an order, which is no reason not to show it.
    if (!(error instanceof Refusal) || error.code !== "cart_incompatible_state") throw error;
  }
  return true;
}
