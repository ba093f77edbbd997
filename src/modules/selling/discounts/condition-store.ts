import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { conditionTaken, type DiscountCondition } from "./discount-condition.ts";

const insert = compiled("discount-condition-insert", (db, p: DiscountCondition) =>
  db.insertInto("discount_condition").values({
    id: p.id,
    type: p.type,
    operator: p.operator,
    discount_rule_id: p.discount_rule_id,
  }),
);

const update = compiled("discount-condition-update", (db, p: DiscountCondition) =>
  db
    .updateTable("discount_condition")
    .set({ operator: p.operator, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const find = compiled("discount-condition-by-id", (db, p: { id: string }) =>
  db
    .selectFrom("discount_condition")
    .select(["id", "type", "operator", "discount_rule_id"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null),
);

const remove = compiled("discount-condition-delete", (db, p: { id: string }) =>
  db.deleteFrom("discount_condition").where("id", "=", p.id),
);

/** The rule must be locked: it is what conditions wait for. */
export async function findCondition(tx: Tx, id: string): Promise<DiscountCondition | null> {
  const [found] = await find(tx, { id });
  return found ?? null;
}

export async function insertCondition(tx: Tx, condition: DiscountCondition): Promise<void> {
  await refusing(insert(tx, condition), { unique: () => conditionTaken(condition) });
}

export async function saveCondition(tx: Tx, condition: DiscountCondition): Promise<void> {
  await refusing(update(tx, condition), { unique: () => conditionTaken(condition) });
}

/** For good, so that a rule can have another one of the kind; what it was about lets go of it by itself. */
export async function deleteConditionRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}
