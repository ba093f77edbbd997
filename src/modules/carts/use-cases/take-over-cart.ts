import type { CartDeps } from "./deps.ts";
import type { ShownCart } from "./show-cart.ts";
import { updateCart } from "./update-cart.ts";

/**
 * Whoever logs in and looks at a cart goes on with it as their own; as in v1 its lines then no longer say that they are
 * shipped. Tells whether the cart was changed.
 */
export async function takeOverCart(
  deps: CartDeps,
  cartId: string,
  { shown, customerId }: { shown: ShownCart; customerId: string | null },
): Promise<boolean> {
  if (customerId === null || shown.isCompleted) return false;
  if (shown.customerId === customerId && !shown.isShipped) return false;
  await updateCart(deps, cartId, { customer_id: customerId });
  return true;
}
