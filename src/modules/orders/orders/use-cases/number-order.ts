import type { Tx } from "../../../../db/database.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import { type Cart, shopCartOf } from "../../../selling/carts/index.ts";
import { readDisplayId, saveOrderNumber } from "../order-number-store.ts";

const NUMBER = /^[A-Za-z0-9][A-Za-z0-9\-_/.]{0,59}$/;

interface NewOrder {
  orderId: string;
  cart: Cart;
}

/** Gives a new order the number that a plugin chooses, in `external_id`. `display_id` stays the integer of v1. */
export async function numberOrder(tx: Tx, rules: Rules, { orderId, cart }: NewOrder): Promise<void> {
  if (!rules.chooses("orderNumber")) return;
  const display_id = await readDisplayId(tx, orderId);
  const number = rules.choose(
    "orderNumber",
    () => ({ display_id, order_id: orderId, cart: shopCartOf(cart) }),
    (returned) => (typeof returned === "string" && NUMBER.test(returned) ? returned : null),
  );
  if (number === null) return;
  const taken = () => rules.unusable("orderNumber", `another order has the number ${number}`);
  await saveOrderNumber(tx, { orderId, number }, taken);
}
