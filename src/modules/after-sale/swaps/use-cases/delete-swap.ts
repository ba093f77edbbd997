import type { Tx } from "../../../../db/database.ts";
import { deleteSwapRow } from "../../../orders/exchanges/index.ts";
import { deleteCart } from "../../../selling/carts/index.ts";
import { deleteLinesOf } from "../../../selling/line-items/index.ts";
import { deleteReturnsOfSwap } from "../../returns/index.ts";
import { readCartOfSwap } from "../swap-store.ts";

/** Deletes a swap of a locked order, with its return and its cart. What refers to another row is deleted first. */
export async function deleteSwap(tx: Tx, id: string): Promise<void> {
  const cartId = await readCartOfSwap(tx, id);
  if (cartId !== null) await deleteLinesOf(tx, "cart", cartId);
  await deleteReturnsOfSwap(tx, id);
  await deleteSwapRow(tx, id);
  if (cartId !== null) await deleteCart(tx, cartId);
}
