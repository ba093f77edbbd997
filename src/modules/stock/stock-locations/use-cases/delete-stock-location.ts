import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteStockAtLocation } from "../../inventory/index.ts";
import { deleteLocationRow } from "../stock-location-store.ts";

/** A location that is not there is as good as deleted. */
export const deleteStockLocation = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteLocationRow(tx, id);
    if (!wasThere) return;
    await deleteStockAtLocation(tx, id);
    await announce(tx, "stock-location.deleted", { id });
  });
