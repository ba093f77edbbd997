import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { copyAddresses } from "../../../people/addresses/index.ts";
import type { CartAddress } from "../../../selling/carts/index.ts";

/**
 * An order has copies of addresses in the customer's book: they stay as they are when the customer changes the book.
 * Returns a function that gives the id of the order's address by that of the cart's.
 */
export async function copyBookAddresses(
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
