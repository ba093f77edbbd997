import type { Tx } from "../../../../db/database.ts";
import { availableQuantities, canTake, holderOf, shortage } from "../../../stock/inventory/index.ts";
import { extraPieces } from "../edited-pieces.ts";
import type { EditWork } from "../order-edit.ts";
import type { EditDeps } from "./deps.ts";

/** Nobody is promised, or asked to pay for, what is not there. */
export async function refuseShortage(
  deps: Pick<EditDeps, "config">,
  tx: Tx,
  { order, edit, only }: Pick<EditWork, "order" | "edit"> & { only?: string },
): Promise<void> {
  const all = [...extraPieces({ order, edit })];
  const extra = new Map(all.filter(([variantId]) => only === undefined || variantId === only));
  if (extra.size === 0) return;
  const available = await availableQuantities(tx, {
    variantIds: [...extra.keys()],
    salesChannelId: order.sales_channel_id,
    holder: holderOf(deps, edit.id),
  });
  for (const [variantId, wanted] of extra) {
    const stock = available.get(variantId);
    if (!stock || !canTake(stock, wanted)) throw shortage(variantId);
  }
}
