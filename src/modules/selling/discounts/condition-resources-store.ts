import type { Tx } from "../../../db/database.ts";
import { linkTable, missingIds } from "../../../db/link-table.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { ConditionKind, DiscountCondition } from "./discount-condition.ts";

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

/** What the condition is about already, stays. */
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

/** What the condition is not about is left out. */
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
