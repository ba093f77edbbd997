import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { linkTable, missingIds } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { unknownDiscount } from "./discount.ts";
import {
  type ConditionKind,
  conditionTaken,
  type DiscountCondition,
  type DiscountRule,
} from "./discount-rule.ts";

const insertRow = compiled("discount-rule-insert", (db, p: DiscountRule) =>
  db.insertInto("discount_rule").values({
    id: p.id,
    description: p.description,
    type: p.type,
    value: p.value,
    allocation: p.allocation,
  }),
);

const updateRow = compiled("discount-rule-update", (db, p: DiscountRule) =>
  db
    .updateTable("discount_rule")
    .set({ description: p.description, value: p.value, allocation: p.allocation, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

// A discount and its dynamic codes share the rule. This lock serializes all changes of the rule and its conditions.
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
  await insertRow(tx, rule);
}

export async function lockRuleOf(tx: Tx, discountId: string): Promise<DiscountRule> {
  const [found] = await lock(tx, { discountId });
  if (!found) throw unknownDiscount(discountId);
  return found;
}

export async function saveRule(tx: Tx, rule: DiscountRule): Promise<void> {
  await updateRow(tx, rule);
}

const insertConditionRow = compiled("discount-condition-insert", (db, p: DiscountCondition) =>
  db.insertInto("discount_condition").values({
    id: p.id,
    type: p.type,
    operator: p.operator,
    discount_rule_id: p.discount_rule_id,
  }),
);

const updateConditionRow = compiled("discount-condition-update", (db, p: DiscountCondition) =>
  db
    .updateTable("discount_condition")
    .set({ operator: p.operator, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const findConditionRow = compiled("discount-condition-by-id", (db, p: { id: string }) =>
  db
    .selectFrom("discount_condition")
    .select(["id", "type", "operator", "discount_rule_id"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null),
);

const removeConditionRow = compiled("discount-condition-delete", (db, p: { id: string }) =>
  db.deleteFrom("discount_condition").where("id", "=", p.id),
);

/** The rule must be locked: its lock protects the conditions. */
export async function findCondition(tx: Tx, id: string): Promise<DiscountCondition | null> {
  const [found] = await findConditionRow(tx, { id });
  return found ?? null;
}

export async function insertCondition(tx: Tx, condition: DiscountCondition): Promise<void> {
  await refusing(insertConditionRow(tx, condition), { unique: () => conditionTaken(condition) });
}

export async function saveCondition(tx: Tx, condition: DiscountCondition): Promise<void> {
  await refusing(updateConditionRow(tx, condition), { unique: () => conditionTaken(condition) });
}

/** Not a soft delete, so that the rule can get another condition of this kind. The database deletes its resources. */
export async function deleteConditionRow(tx: Tx, id: string): Promise<void> {
  await removeConditionRow(tx, { id });
}

const owner = "condition_id";

const kinds = {
  products: {
    what: "Product",
    missing: missingIds("product"),
    links: linkTable("discount_condition_product", { owner, other: "product_id" }),
  },
  product_types: {
    what: "Product type",
    missing: missingIds("product_type"),
    links: linkTable("discount_condition_product_type", { owner, other: "product_type_id" }),
  },
  product_collections: {
    what: "Product collection",
    missing: missingIds("product_collection"),
    links: linkTable("discount_condition_product_collection", { owner, other: "product_collection_id" }),
  },
  product_tags: {
    what: "Product tag",
    missing: missingIds("product_tag"),
    links: linkTable("discount_condition_product_tag", { owner, other: "product_tag_id" }),
  },
  customer_groups: {
    what: "Customer group",
    missing: missingIds("customer_group"),
    links: linkTable("discount_condition_customer_group", { owner, other: "customer_group_id" }),
  },
} satisfies Record<ConditionKind, unknown>;

/** Existing resources stay. */
export async function addResources(
  tx: Tx,
  { id, type }: DiscountCondition,
  ids: readonly string[],
): Promise<void> {
  const { what, missing, links } = kinds[type];
  const [unknown] = await missing(tx, [...ids].sort());
  if (unknown !== undefined) throw notFound(what, unknown);
  await links.add(tx, id, ids);
}

/** Ignores resources that the condition does not have. */
export async function removeResources(
  tx: Tx,
  { id, type }: DiscountCondition,
  ids: readonly string[],
): Promise<void> {
  await kinds[type].links.remove(tx, id, ids);
}

export async function replaceResources(
  tx: Tx,
  condition: DiscountCondition,
  ids: readonly string[],
): Promise<void> {
  await addResources(tx, condition, ids);
  await kinds[condition.type].links.removeOthers(tx, condition.id, ids);
}
