import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { discountFrom, type NewDiscount } from "../discount.ts";
import type { NewCondition } from "../discount-condition.ts";
import { addRegions } from "../discount-regions-store.ts";
import { checkFirstRegions, type NewRule, ruleFrom } from "../discount-rule.ts";
import { insertRule } from "../discount-rule-store.ts";
import { insertDiscount } from "../discount-store.ts";
import { addCondition } from "./settle-condition.ts";

interface NewDiscountWithRule extends NewDiscount {
  rule: NewRule & { conditions?: NewCondition[] };
  regions: string[];
}

export const createDiscount = ({ db }: { db: Db }, input: NewDiscountWithRule): Promise<string> =>
  inTransaction(db, async (tx) => {
    const rule = ruleFrom(newId("dru"), input.rule);
    const discount = discountFrom({ id: newId("disc"), ruleId: rule.id }, input, new Date());
    const regionIds = [...new Set(input.regions)];
    checkFirstRegions(rule.type, regionIds);
    await insertRule(tx, rule);
    await insertDiscount(tx, discount);
    await addRegions(tx, { discountId: discount.id, regionIds });
    for (const condition of input.rule.conditions ?? []) await addCondition(tx, rule.id, condition);
    await announce(tx, "discount.created", { id: discount.id });
    return discount.id;
  });
