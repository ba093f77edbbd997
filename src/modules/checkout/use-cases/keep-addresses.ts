import type { Tx } from "../../../db/database.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Cart } from "../../carts/index.ts";
import { copyAddresses } from "../../orders/index.ts";

interface KeptAddresses {
  billingAddressId: string | null;
  shippingAddressId: string | null;
}

/** Where an order goes stays as it was, whatever the customer makes of the address book later: the order has a copy. */
export async function keepAddresses(tx: Tx, cart: Cart): Promise<KeptAddresses> {
  const { billing_address, shipping_address } = cart;
  const copies = new Map<string, string>();
  for (const address of [billing_address, shipping_address]) {
    if (address && address.customer_id !== null) copies.set(address.id, newId("addr"));
  }
  await copyAddresses(tx, copies);
  const kept = (id: string | null) => (id === null ? null : (copies.get(id) ?? id));
  return {
    billingAddressId: kept(cart.billing_address_id),
    shippingAddressId: kept(cart.shipping_address_id),
  };
}
