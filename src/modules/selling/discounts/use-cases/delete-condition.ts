import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { deleteConditionRow, findCondition } from "../condition-store.ts";
import { otherCondition } from "../discount-condition.ts";
import { lockRuleOf } from "../discount-rule-store.ts";
import { announceConditions } from "./announce-conditions.ts";

/** A condition that is not there is as good as deleted; one of another discount is not touched. */
export const deleteCondition = (
  { db }: { db: Db },
  { discountId, conditionId }: { discountId: string; conditionId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const rule = await lockRuleOf(tx, discountId);
    const condition = await findCondition(tx, conditionId);
    if (!condition) return;
    if (condition.discount_rule_id !== rule.id)
      throw otherCondition({ conditionId, discountId }, "not_found");
    await deleteConditionRow(tx, conditionId);
    await announceConditions(tx, discountId);
  });
