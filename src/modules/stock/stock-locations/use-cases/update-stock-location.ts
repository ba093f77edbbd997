import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type StockLocationChanges, withChanges } from "../stock-location.ts";
import { lockLocation, saveLocation } from "../stock-location-store.ts";
import { putAddress } from "./put-address.ts";

export const updateStockLocation = (
  { db }: { db: Db },
  id: string,
  changes: StockLocationChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const location = await lockLocation(tx, id);
    const addressId = await putAddress(tx, location, changes);
    await saveLocation(tx, withChanges(location, { ...changes, addressId }));
    await announce(tx, "stock-location.updated", { id });
  });
