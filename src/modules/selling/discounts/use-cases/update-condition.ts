import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { Resources } from "../discount-condition.ts";
import { lockRuleOf } from "../discount-rule-store.ts";
import { announceConditions } from "./announce-conditions.ts";
import { changeCondition } from "./settle-condition.ts";

export const updateCondition = (
  { db }: { db: Db },
  { discountId, conditionId }: { discountId: string; conditionId: string },
  sent: Resources,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { id: ruleId } = await lockRuleOf(tx, discountId);
    await changeCondition(tx, { discountId, ruleId, conditionId }, sent);
    await announceConditions(tx, discountId);
  });
