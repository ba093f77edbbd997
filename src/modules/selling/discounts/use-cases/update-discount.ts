import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type Discount, type DiscountChanges, withChanges } from "../discount.ts";
import { operatorOf, type SentCondition } from "../discount-condition.ts";
import { replaceRegions } from "../discount-regions-store.ts";
import {
  checkHasRegions,
  checkRegions,
  type DiscountRule,
  otherRule,
  type RuleChanges,
  withRuleChanges,
} from "../discount-rule.ts";
import { lockRuleOf, saveRule } from "../discount-rule-store.ts";
import { lockDiscount, saveDiscount } from "../discount-store.ts";
import { addCondition, changeCondition } from "./settle-condition.ts";

type SentRule = RuleChanges & { conditions?: SentCondition[] };

interface Changes extends DiscountChanges {
  rule?: SentRule;
  regions?: string[];
}

export const updateDiscount = ({ db }: { db: Db }, id: string, changes: Changes): Promise<void> =>
  inTransaction(db, async (tx) => {
    const discount = await lockDiscount(tx, id);
    await saveDiscount(tx, withChanges(discount, changes, new Date()));
    if (changes.rule || changes.regions) {
      const rule = await lockRuleOf(tx, id);
      if (changes.regions) await settleRegions(tx, { discount, rule, regions: changes.regions });
      if (changes.rule) await settleRule(tx, { discount, rule, sent: changes.rule });
    }
    await announce(tx, "discount.updated", { id, fields: Object.keys(changes) });
  });

async function settleRegions(
  tx: Tx,
  { discount, rule, regions }: { discount: Discount; rule: DiscountRule; regions: string[] },
): Promise<void> {
  checkHasRegions(discount);
  const regionIds = [...new Set(regions)];
  checkRegions(rule.type, regionIds);
  await replaceRegions(tx, { discountId: discount.id, regionIds });
}

async function settleRule(
  tx: Tx,
  { discount, rule, sent }: { discount: Discount; rule: DiscountRule; sent: SentRule },
): Promise<void> {
  if (sent.id !== rule.id) throw otherRule(sent.id, discount.id);
  await saveRule(tx, withRuleChanges(rule, sent));
  // Conditions that were not sent stay as they are.
  for (const condition of sent.conditions ?? []) {
    const { id } = condition;
    if (id === undefined) {
      await addCondition(tx, rule.id, { ...condition, operator: operatorOf(condition) });
    } else {
      await changeCondition(tx, { discountId: discount.id, ruleId: rule.id, conditionId: id }, condition);
    }
  }
}
