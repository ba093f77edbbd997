import type { Tx } from "../../db/database.ts";
import { newId } from "../../kernel/ids.ts";
import { the } from "../lookup.ts";
import { type DemoDiscount, demoDiscounts } from "../promotions.ts";
import { insertRows } from "./insert-rows.ts";

type Ids = Map<string, string>;
type Seeded = DemoDiscount & { id: string; ruleId: string };

/** Discounts whose codes are free. `regions` and `collections`: ids by name and by handle. */
export async function seedDiscounts(
  tx: Tx,
  { regions, collections }: { regions: Ids; collections: Ids },
): Promise<void> {
  const discounts = (await unusedDiscounts(tx)).map((discount) => ({
    ...discount,
    id: newId("disc"),
    ruleId: newId("dru"),
  }));
  await insertRows(
    tx,
    "discount_rule",
    discounts.map(({ ruleId, description, type, value, allocation }) => ({
      id: ruleId,
      description,
      type,
      value,
      allocation,
    })),
  );
  await insertRows(
    tx,
    "discount",
    discounts.map(({ id, ruleId, code, usageLimit = null }) => ({
      id,
      code,
      is_dynamic: false,
      is_disabled: false,
      rule_id: ruleId,
      usage_limit: usageLimit,
    })),
  );
  await insertRows(
    tx,
    "discount_regions",
    discounts.flatMap(({ id, regions: valid }) =>
      valid.map(({ name }) => ({ discount_id: id, region_id: the(regions, name) })),
    ),
  );
  await seedConditions(tx, discounts, collections);
}

async function unusedDiscounts(tx: Tx): Promise<DemoDiscount[]> {
  const used = await tx.run<{ code: string }>({
    text: "select code from discount where deleted_at is null and code = any($1)",
    values: [demoDiscounts.map(({ code }) => code)],
  });
  const codes = new Set(used.map(({ code }) => code));
  return demoDiscounts.filter(({ code }) => !codes.has(code));
}

async function seedConditions(tx: Tx, discounts: Seeded[], collections: Ids): Promise<void> {
  const conditions = discounts.flatMap(({ ruleId, collections: handles }) =>
    handles ? [{ id: newId("discon"), ruleId, handles }] : [],
  );
  await insertRows(
    tx,
    "discount_condition",
    conditions.map(({ id, ruleId }) => ({
      id,
      type: "product_collections",
      operator: "in",
      discount_rule_id: ruleId,
    })),
  );
  await insertRows(
    tx,
    "discount_condition_product_collection",
    conditions.flatMap(({ id, handles }) =>
      handles.map((handle) => ({ product_collection_id: the(collections, handle), condition_id: id })),
    ),
  );
}
