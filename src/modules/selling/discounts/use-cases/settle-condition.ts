import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { addResources, replaceResources } from "../condition-resources-store.ts";
import { findCondition, insertCondition, saveCondition } from "../condition-store.ts";
import {
  checkKind,
  type DiscountCondition,
  type NewCondition,
  otherCondition,
  resourcesOf,
  type SentCondition,
  unknownCondition,
} from "../discount-condition.ts";

/** Where a condition is; the row of the rule is locked. */
export interface Place {
  discountId: string;
  ruleId: string;
  conditionId: string;
}

/** A rule has at most one condition of a kind with an operator. */
export async function addCondition(tx: Tx, ruleId: string, sent: NewCondition): Promise<void> {
  const { kind, ids } = resourcesOf(sent);
  const condition = {
    id: newId("discon"),
    type: kind,
    operator: sent.operator,
    discount_rule_id: ruleId,
  };
  await insertCondition(tx, condition);
  await addResources(tx, condition, ids);
}

/** The condition is then about what was sent and nothing else. */
export async function changeCondition(tx: Tx, place: Place, sent: SentCondition): Promise<void> {
  const condition = await conditionAt(tx, place);
  const { kind, ids } = resourcesOf(sent);
  checkKind(condition, kind);
  await saveCondition(tx, { ...condition, operator: sent.operator ?? condition.operator });
  await replaceResources(tx, condition, ids);
}

export async function conditionAt(
  tx: Tx,
  { discountId, ruleId, conditionId }: Place,
): Promise<DiscountCondition> {
  const condition = await findCondition(tx, conditionId);
  if (!condition) throw unknownCondition(conditionId);
  if (condition.discount_rule_id !== ruleId) throw otherCondition({ conditionId, discountId });
  return condition;
}
