import { demoDiscounts } from "../promotions.ts";
import { the } from "./lookup.ts";
import type { Taxonomy } from "./seed-taxonomy.ts";
import type { Seeding } from "./seeding.ts";

export async function seedDiscounts(
  { insert, born }: Seeding,
  regions: Map<string, string>,
  { collections }: Taxonomy,
): Promise<void> {
  const discounts = demoDiscounts.map((discount) => ({
    ...discount,
    rule: born("dru"),
    birth: born("disc"),
  }));
  await insert(
    "discount_rule",
    discounts.map(({ rule, description, type, value, allocation }) => ({
      ...rule,
      description,
      type,
      value,
      allocation,
    })),
  );
  await insert(
    "discount",
    discounts.map(({ birth, rule, code, usageLimit = null }) => ({
      ...birth,
      code,
      is_dynamic: false,
      is_disabled: false,
      rule_id: rule.id,
      starts_at: birth.created_at,
      usage_limit: usageLimit,
    })),
  );
  await insert(
    "discount_regions",
    discounts.flatMap(({ birth, regions: valid }) =>
      valid.map(({ name }) => ({ discount_id: birth.id, region_id: the(regions, name) })),
    ),
  );
  const conditions = discounts.flatMap(({ rule, collections: handles }) =>
    handles ? [{ birth: born("discon"), ruleId: rule.id, handles }] : [],
  );
  await insert(
    "discount_condition",
    conditions.map(({ birth, ruleId }) => ({
      ...birth,
      type: "product_collections",
      operator: "in",
      discount_rule_id: ruleId,
    })),
  );
  await insert(
    "discount_condition_product_collection",
    conditions.flatMap(({ birth, handles }) =>
      handles.map((handle) => ({
        product_collection_id: the(collections, handle),
        condition_id: birth.id,
      })),
    ),
  );
}
