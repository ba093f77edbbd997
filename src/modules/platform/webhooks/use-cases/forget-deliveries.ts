import type { Db } from "../../../../db/database.ts";
import { autocommit } from "../../../../db/transaction.ts";
import { forgetDeliveries } from "../delivery-store.ts";

const BATCH = 5_000;

/** Deletes deliveries that are long over, a few thousand at a time. */
export async function forgetOldDeliveries(
  { db, days }: { db: Db; days: number },
  isStopping: () => boolean,
): Promise<void> {
  let forgotten = BATCH;
  while (forgotten === BATCH && !isStopping())
    forgotten = await forgetDeliveries(autocommit(db), days, BATCH);
}
