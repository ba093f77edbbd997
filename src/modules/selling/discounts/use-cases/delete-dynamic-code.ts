import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { normalCode } from "../discount.ts";
import { deleteDynamicCodeRow, lockDiscountShared } from "../discount-store.ts";

/** A code that the discount does not have is as good as deleted. */
export const deleteDynamicCode = ({ db }: { db: Db }, discountId: string, code: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockDiscountShared(tx, discountId);
    const id = await deleteDynamicCodeRow(tx, discountId, normalCode(code));
    if (id) await announce(tx, "discount.deleted", { id });
  });
