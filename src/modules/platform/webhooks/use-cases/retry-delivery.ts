import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { unknownDelivery } from "../delivery.ts";
import { beginAgain, isDeliveryOf } from "../delivery-store.ts";

/** Whatever came of it before: it is due now, and has all its time again. */
export const retryDelivery = (
  { db }: { db: Db },
  { webhookId, id }: { webhookId: string; id: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await isDeliveryOf(tx, webhookId, id))) throw unknownDelivery(id);
    await beginAgain(tx, webhookId, id);
  });
