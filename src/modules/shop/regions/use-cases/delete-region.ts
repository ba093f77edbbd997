import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { releaseAllCountries } from "../region-countries-store.ts";
import { deleteRegionRow } from "../region-store.ts";

/** Old orders keep their region; its countries are free for another one. */
export const deleteRegion = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteRegionRow(tx, id);
    await releaseAllCountries(tx, id);
    await announce(tx, "region.deleted", { id });
  });
