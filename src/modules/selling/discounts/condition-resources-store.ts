import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { ConditionKind, DiscountCondition } from "./discount-condition.ts";

interface Links {
  conditionId: string;
  ids: string[];
}

const statementsFor = (table: string) => {
  // The five kinds have tables of the same form; the types of one stand for all.
  const resources = table as "product";
  const links = `discount_condition_${table}` as "discount_condition_product";
  const column = `${table}_id` as "product_id";
  return {
    missing: compiled(`discount-condition-missing-${table}`, (db, p: { ids: string[] }) =>
      db
        .selectFrom(sql<{ id: string }>`unnest(${p.ids}::varchar[])`.as<"wanted">(sql`wanted(id)`))
        .select("wanted.id")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom(resources)
                .select(`${resources}.id`)
                .whereRef(`${resources}.id`, "=", "wanted.id")
                .where(`${resources}.deleted_at`, "is", null),
            ),
          ),
        )
        .orderBy("wanted.id")
        .limit(1),
    ),
    add: compiled(`discount-condition-add-${table}`, (db, p: Links) =>
      db
        .insertInto(links)
        .columns(["condition_id", column])
        .expression((from) =>
          from
            .selectFrom(sql<{ id: string }>`unnest(${p.ids}::varchar[])`.as<"wanted">(sql`wanted(id)`))
            .select([sql<string>`${p.conditionId}::varchar`.as("condition_id"), "wanted.id"]),
        )
        .onConflict((conflict) => conflict.doNothing()),
    ),
    remove: compiled(`discount-condition-remove-${table}`, (db, p: Links) =>
      db
        .deleteFrom(links)
        .where("condition_id", "=", p.conditionId)
        .where(sql<boolean>`${sql.ref(column)} = any(${p.ids})`),
    ),
    removeOthers: compiled(`discount-condition-remove-other-${table}`, (db, p: Links) =>
      db
        .deleteFrom(links)
        .where("condition_id", "=", p.conditionId)
        .where(sql<boolean>`${sql.ref(column)} <> all(${p.ids})`),
    ),
  };
};

const kinds: Record<ConditionKind, { what: string } & ReturnType<typeof statementsFor>> = {
  products: { what: "Product", ...statementsFor("product") },
  product_types: { what: "Product type", ...statementsFor("product_type") },
  product_collections: { what: "Product collection", ...statementsFor("product_collection") },
  product_tags: { what: "Product tag", ...statementsFor("product_tag") },
  customer_groups: { what: "Customer group", ...statementsFor("customer_group") },
};

/** What the condition is about already, stays. */
export async function addResources(
  tx: Tx,
  { id: conditionId, type }: DiscountCondition,
  ids: readonly string[],
): Promise<void> {
  const { what, missing, add } = kinds[type];
  // In one order, so that two requests do not wait for each other.
  const wanted = [...new Set(ids)].sort();
  const [unknown] = await missing(tx, { ids: wanted });
  if (unknown) throw notFound(what, unknown.id);
  await add(tx, { conditionId, ids: wanted });
}

/** What the condition is not about is passed over. */
export async function removeResources(
  tx: Tx,
  { id: conditionId, type }: DiscountCondition,
  ids: readonly string[],
): Promise<void> {
  await kinds[type].remove(tx, { conditionId, ids: [...ids] });
}

export async function replaceResources(
  tx: Tx,
  condition: DiscountCondition,
  ids: readonly string[],
): Promise<void> {
  await addResources(tx, condition, ids);
  await kinds[condition.type].removeOthers(tx, { conditionId: condition.id, ids: [...ids] });
}
