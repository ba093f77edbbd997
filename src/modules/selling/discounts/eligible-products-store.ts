import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { productIsEligible } from "./discount-eligibility-graph.ts";

const eligible = compiledSql<{ ruleId: string; productIds: string[] }, { id: string }>(
  "discount-eligible-products",
  (p) => sql<{ id: string }>`
    select wanted.id from unnest(${p.productIds}::text[]) wanted(id), (select ${p.ruleId}::text as id) rule
    where ${sql.raw(productIsEligible("rule.id", "wanted.id"))}`,
);

/** Those of the products for which all conditions of the rule hold. */
export async function findEligibleProducts(
  on: Connection,
  asked: { ruleId: string; productIds: string[] },
): Promise<Set<string>> {
  if (asked.productIds.length === 0) return new Set();
  return new Set((await eligible(on, asked)).map(({ id }) => id));
}
