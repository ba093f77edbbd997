import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { dynamicCodeFrom, type NewDynamicCode } from "../discount.ts";
import { insertDiscount, lockDiscountShared } from "../discount-store.ts";

export const createDynamicCode = (
  { db }: { db: Db },
  discountId: string,
  { code, metadata }: NewDynamicCode,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const parent = await lockDiscountShared(tx, discountId);
    const made = dynamicCodeFrom(newId("disc"), parent, { code, metadata, now: new Date() });
    await insertDiscount(tx, made);
    await announce(tx, "discount.created", { id: made.id });
    return made.id;
  });
