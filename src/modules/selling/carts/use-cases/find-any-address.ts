import type { Tx } from "../../../../db/database.ts";
import { lockAddress } from "../../../people/addresses/index.ts";
import { isInOpenCart } from "../cart-address-store.ts";
import type { FoundAddress } from "../cart-addresses.ts";

/** Administrators may name any address. The lock comes first, so that the second look is at what it holds. */
export async function findAnyAddress(tx: Tx, id: string): Promise<FoundAddress> {
  const saved = await lockAddress(tx, id);
  return { saved, isInOpenCart: saved !== null && (await isInOpenCart(tx, id)) };
}
