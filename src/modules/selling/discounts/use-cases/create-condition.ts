import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { NewCondition } from "../discount-condition.ts";
import { lockRuleOf } from "../discount-rule-store.ts";
import { announceConditions } from "./announce-conditions.ts";
import { addCondition } from "./settle-condition.ts";

export const createCondition = ({ db }: { db: Db }, discountId: string, sent: NewCondition): Promise<void> =>
  inTransaction(db, async (tx) => {
    const rule = await lockRuleOf(tx, discountId);
    await addCondition(tx, rule.id, sent);
    await announceConditions(tx, discountId);
  });
