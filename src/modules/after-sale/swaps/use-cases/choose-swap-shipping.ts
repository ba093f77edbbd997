import { notAllowed } from "../../../../kernel/refusal.ts";
import { lockOrder, readOrderWithoutLock } from "../../../orders/orders/index.ts";
import { addShippingMethod, type CartDeps } from "../../../selling/carts/index.ts";
import { swapOf } from "../swap.ts";
import { requireSwapAllows } from "../swap-state.ts";

interface SwapShipping {
  orderId: string;
  swapId: string;
  option_id: string;
  /** Absent: the price of the option. */
  price?: number;
}

/** The merchant chooses how the new goods are sent. It replaces what was chosen before. */
export async function chooseSwapShipping(
  deps: CartDeps,
  { orderId, swapId, option_id: optionId, price }: SwapShipping,
): Promise<void> {
  const { cart_id: cartId } = swapOf(await readOrderWithoutLock(deps.graph, deps.db, orderId), swapId);
  if (cartId === null) throw notAllowed("The swap has no cart");
  await addShippingMethod(deps, cartId, {
    optionId,
    data: {},
    byAdmin: {
      ...(price !== undefined && { price }),
      also: async (tx) =>
        requireSwapAllows("confirm", swapOf(await lockOrder(deps.graph, tx, orderId), swapId)),
    },
  });
}
