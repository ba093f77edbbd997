import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import type { RegionParts } from "../region.ts";
import { lockRegion, touchRegion } from "../region-store.ts";

interface Target {
  regionId: string;
  part: keyof RegionParts;
}

/** Runs a change of one part of the region. A change that changes nothing is not announced. */
export const changeParts = (
  db: Db,
  { regionId, part }: Target,
  change: (tx: Tx) => Promise<boolean>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockRegion(tx, regionId);
    if (!(await change(tx))) return;
    await touchRegion(tx, regionId);
    await announce(tx, "region.updated", { id: regionId, fields: [part] });
  });
