import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { copyAddresses } from "../../../people/addresses/index.ts";
import type { CartAddress } from "../../../selling/carts/index.ts";

/**
 * Where goods go stays as it was, whatever the customer makes of the address book later: an order has a copy of what is in it.
 * Tells the id by which an address of the cart is kept.
 */
export async function keepAddresses(
  tx: Tx,
  addresses: readonly (CartAddress | null)[],
): Promise<(id: string | null) => string | null> {
  const copies = new Map<string, string>();
  for (const address of addresses) {
    if (address && address.customer_id !== null) copies.set(address.id, newId("addr"));
  }
  await copyAddresses(
    tx,
    [...copies].map(([original, id]) => ({ id, original })),
  );
  return (id) => (id === null ? null : (copies.get(id) ?? id));
}
