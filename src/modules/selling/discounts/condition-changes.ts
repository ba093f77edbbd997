import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  type ConditionIds,
  checkKind,
  type DiscountCondition,
  type NewCondition,
  otherCondition,
  type Resources,
  resourcesOf,
  type SentCondition,
  unknownCondition,
} from "./discount-rule.ts";
import {
  addResources,
  deleteConditionRow,
  findCondition,
  insertCondition,
  lockRuleOf,
  removeResources,
  replaceResources,
  saveCondition,
} from "./discount-rule-store.ts";
import { discountEvents } from "./events.ts";

/** The rule must be locked. */
interface LockedConditionIds extends ConditionIds {
  ruleId: string;
}

/** A rule has at most one condition of each kind and operator. */
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

/** Replaces the resources of the condition. */
export async function changeCondition(tx: Tx, ids: LockedConditionIds, sent: SentCondition): Promise<void> {
  const condition = await findConditionOf(tx, ids);
  const { kind, ids: resourceIds } = resourcesOf(sent);
  checkKind(condition, kind);
  await saveCondition(tx, { ...condition, operator: sent.operator ?? condition.operator });
  await replaceResources(tx, condition, resourceIds);
}

async function findConditionOf(
  tx: Tx,
  { discountId, ruleId, conditionId }: LockedConditionIds,
): Promise<DiscountCondition> {
  const condition = await findCondition(tx, conditionId);
  if (!condition) throw unknownCondition(conditionId);
  if (condition.discount_rule_id !== ruleId) throw otherCondition({ conditionId, discountId });
  return condition;
}

export const createCondition = ({ db }: { db: Db }, discountId: string, sent: NewCondition): Promise<void> =>
  inTransaction(db, async (tx) => {
    const rule = await lockRuleOf(tx, discountId);
    await addCondition(tx, rule.id, sent);
    await announceConditions(tx, discountId);
  });

export const updateCondition = (
  { db }: { db: Db },
  { discountId, conditionId }: ConditionIds,
  sent: Resources,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { id: ruleId } = await lockRuleOf(tx, discountId);
    await changeCondition(tx, { discountId, ruleId, conditionId }, sent);
    await announceConditions(tx, discountId);
  });

/** An unknown condition counts as deleted. */
export const deleteCondition = (
  { db }: { db: Db },
  { discountId, conditionId }: ConditionIds,
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

interface ResourcesChange extends ConditionIds {
  resources: readonly { id: string }[];
}

/** Refuses all resources if one does not exist. */
export const addConditionResources = ({ db }: { db: Db }, change: ResourcesChange): Promise<void> =>
  changeResources(db, change, addResources);

/** Ignores resources that the condition does not have. */
export const removeConditionResources = ({ db }: { db: Db }, change: ResourcesChange): Promise<void> =>
  changeResources(db, change, removeResources);

const changeResources = (
  db: Db,
  { discountId, conditionId, resources }: ResourcesChange,
  write: typeof addResources,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { id: ruleId } = await lockRuleOf(tx, discountId);
    const condition = await findConditionOf(tx, { discountId, ruleId, conditionId });
    await write(
      tx,
      condition,
      resources.map(({ id }) => id),
    );
    await saveCondition(tx, condition);
    await announceConditions(tx, discountId);
  });

const announceConditions = (tx: Tx, discountId: string): Promise<void> =>
  discountEvents.announce(tx, "discount.updated", { id: discountId, fields: ["rule.conditions"] });
