import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { unknownDiscount } from "./discount.ts";
import type { DiscountRule } from "./discount-rule.ts";

const insert = compiled("discount-rule-insert", (db, p: DiscountRule) =>
  db.insertInto("discount_rule").values({
    id: p.id,
    description: p.description,
    type: p.type,
    value: p.value,
    allocation: p.allocation,
  }),
);

const update = compiled("discount-rule-update", (db, p: DiscountRule) =>
  db
    .updateTable("discount_rule")
    .set({ description: p.description, value: p.value, allocation: p.allocation, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

// A discount and its dynamic codes share the rule: whoever changes it or its conditions through one of them waits here.
const lock = compiled("discount-rule-lock", (db, p: { discountId: string }) =>
  db
    .selectFrom("discount")
    .innerJoin("discount_rule as rule", "rule.id", "discount.rule_id")
    .select(["rule.id", "rule.description", "rule.type", "rule.value", "rule.allocation"])
    .where("discount.id", "=", p.discountId)
    .where("discount.deleted_at", "is", null)
    .forNoKeyUpdate("rule"),
);

export async function insertRule(tx: Tx, rule: DiscountRule): Promise<void> {
  await insert(tx, rule);
}

export async function lockRuleOf(tx: Tx, discountId: string): Promise<DiscountRule> {
  const [found] = await lock(tx, { discountId });
  if (!found) throw unknownDiscount(discountId);
  return found;
}

export async function saveRule(tx: Tx, rule: DiscountRule): Promise<void> {
  await update(tx, rule);
}
