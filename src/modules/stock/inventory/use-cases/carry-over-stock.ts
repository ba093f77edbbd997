import type { Tx } from "../../../../db/database.ts";
import { announce, announceEach } from "../../../../events/announce.ts";
import { carriedOver } from "../carried-stock.ts";
import { lockCountedVariants, readCountedStock, saveCarried } from "../carried-stock-store.ts";
import { linesThatTookOwn } from "../hand-counted-store.ts";

/**
 * What variants have counted themselves lies at a locked location from now on: each item that has no level anywhere
 * gets one, and what was sold before is reserved for its orders. Done again, it finds only what was added since.
 * The variants' own quantities become nothing, so that an order that is being placed does not take them once more.
 */
export async function carryOverStock(
  tx: Tx,
  locationId: string,
): Promise<{ levels: number; reservations: number }> {
  const locked = await lockCountedVariants(tx);
  if (locked.length === 0) return { levels: 0, reservations: 0 };
  const { variants, lines } = await readCountedStock(tx, locked);
  const variantIds = variants.map(({ id }) => id);
  const carried = carriedOver(variants, await linesThatTookOwn(tx, lines));
  const { levels, reservations } = await saveCarried(tx, carried, { locationId, variantIds });
  await announceEach(
    tx,
    "inventory-level.created",
    levels.map((id) => ({ id })),
  );
  if (reservations.length > 0) await announce(tx, "reservation-items.bulk-created", { ids: reservations });
  return { levels: levels.length, reservations: reservations.length };
}
