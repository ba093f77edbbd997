import type { Db } from "../../../db/database.ts";
import { autocommit, inTransaction } from "../../../db/transaction.ts";
import { deliveryNotFound } from "./delivery.ts";
import { deleteDeliveriesOlderThan, isDeliveryOf, resetDelivery } from "./delivery-store.ts";

/** The delivery becomes due now, whatever its status, with all its attempts and time. */
export const retryDelivery = (
  { db }: { db: Db },
  { webhookId, id }: { webhookId: string; id: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await isDeliveryOf(tx, webhookId, id))) throw deliveryNotFound(id);
    await resetDelivery(tx, webhookId, id);
  });

const BATCH = 5_000;

/** Deletes finished deliveries that are older than `days`, in batches. */
export async function deleteOldDeliveries(
  { db, days }: { db: Db; days: number },
  isStopping: () => boolean,
): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH && !isStopping())
    deleted = await deleteDeliveriesOlderThan(autocommit(db), days, BATCH);
}
