import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { addLocationToChannels } from "../../../shop/sales-channels/index.ts";
import { carryOverStock } from "../../inventory/index.ts";
import { lockLocation } from "../stock-location-store.ts";

/**
 * The quantities of variants become levels of a location. A location that no channel sells from is one that all do from
 * now on: the quantities of variants were for all of them.
 */
export const carryOverToLocation = ({ db }: { db: Db }, id: string) =>
  inTransaction(db, async (tx) => {
    await lockLocation(tx, id);
    return carryOverInto(tx, id);
  });

/** The same for a location that this transaction has made or locked. */
export async function carryOverInto(tx: Tx, id: string): Promise<{ levels: number; reservations: number }> {
  const carried = await carryOverStock(tx, id);
  await addLocationToChannels(tx, id);
  return carried;
}
