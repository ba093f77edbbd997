import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announceEach } from "../../../../events/announce.ts";
import { deleteDiscountRows } from "../discount-store.ts";

/** The codes that were made from it go with it. A discount that is not there is as good as deleted. */
export const deleteDiscount = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const gone = await deleteDiscountRows(tx, id);
    await announceEach(
      tx,
      "discount.deleted",
      gone.map((each) => ({ id: each })),
    );
  });
