import type { Tx } from "../../../../db/database.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import { availableQuantities, canTake, holderOf, shortage } from "../../../stock/inventory/index.ts";
import { extraPieces } from "../edited-order.ts";
import type { EditWithOrder } from "../order-edit.ts";

/** Refuses an edit that adds more than the available stock. `only`: checks this variant only. */
export async function refuseEditShortage(
  deps: Pick<CartDeps, "config">,
  tx: Tx,
  { order, edit, only }: Pick<EditWithOrder, "order" | "edit"> & { only?: string },
): Promise<void> {
  const all = [...extraPieces({ order, edit })];
  const extra = new Map(all.filter(([variantId]) => only === undefined || variantId === only));
  if (extra.size === 0) return;
  const available = await availableQuantities(tx, {
    variantIds: [...extra.keys()],
    salesChannelId: order.sales_channel_id,
    holder: holderOf(deps, edit.id),
  });
  for (const [variantId, quantity] of extra) {
    const stock = available.get(variantId);
    if (!stock || !canTake(stock, quantity)) throw shortage(variantId);
  }
}
