import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { addResources, removeResources } from "../condition-resources-store.ts";
import { saveCondition } from "../condition-store.ts";
import { lockRuleOf } from "../discount-rule-store.ts";
import { announceConditions } from "./announce-conditions.ts";
import { conditionAt } from "./settle-condition.ts";

interface Change {
  discountId: string;
  conditionId: string;
  ids: string[];
}

/** What does not exist keeps the rest out, too. */
export const addConditionResources = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeResources(db, change, addResources);

/** What the condition is not about is passed over. */
export const removeConditionResources = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeResources(db, change, removeResources);

const changeResources = (
  db: Db,
  { discountId, conditionId, ids }: Change,
  write: typeof addResources,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { id: ruleId } = await lockRuleOf(tx, discountId);
    const condition = await conditionAt(tx, { discountId, ruleId, conditionId });
    await write(tx, condition, ids);
    await saveCondition(tx, condition);
    await announceConditions(tx, discountId);
  });
