import type { Connection } from "../../../../db/database.ts";
import type { Cart, CartDeps } from "../../../selling/carts/index.ts";
import { variantsWithoutShipping } from "../../../stock/inventory/index.ts";
import { isSent, refuseDeletedGoods, refuseIncomplete, refuseUnsendable } from "../completion.ts";

interface Ready {
  on: Connection;
  cart: Cart;
  total: number;
}

/** What a customer's cart needs before it may become an order; what the merchant enters by hand needs less. */
export async function refuseUnready({ config }: CartDeps, { on, cart, total }: Ready): Promise<void> {
  refuseIncomplete(cart, total);
  refuseDeletedGoods(cart);
  if (config.requireShipping === "off") return;
  const variantIds = cart.items.filter(isSent).map(({ variant_id }) => variant_id!);
  refuseUnsendable(cart, await variantsWithoutShipping(on, variantIds));
}
