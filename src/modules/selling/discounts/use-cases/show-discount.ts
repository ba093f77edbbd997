import type { Graph } from "../../../../graph/graph.ts";
import type { RequestedSelection } from "../../../../graph/selection.ts";
import { withProductProfiles } from "../../../catalogue/products/index.ts";
import { normalCode, unknownCode, unknownDiscount } from "../discount.ts";
import { type ConditionIds, otherCondition, unknownCondition } from "../discount-rule.ts";
import { adminCondition, adminDiscount, adminDiscounts } from "../discount-schemas.ts";
import { belongsToDiscount, type DiscountRow } from "../discounts-graph.ts";

function withProducts<Discount extends DiscountRow>(discount: Discount): Discount {
  const { rule } = discount;
  if (!rule?.conditions) return discount;
  return { ...discount, rule: { ...rule, conditions: rule.conditions.map(withProductProfiles) } };
}

export async function listDiscounts(graph: Graph, query: unknown, config: { maxLimit: number }) {
  const { rows, ...paging } = await adminDiscounts.read(graph, query, config);
  return { discounts: rows.map(withProducts), ...paging };
}

export async function showDiscount(
  graph: Graph,
  id: string,
  selection: RequestedSelection,
): Promise<{ discount: DiscountRow }> {
  const discount = await graph.find(adminDiscount, id, selection);
  if (!discount) throw unknownDiscount(id);
  return { discount: withProducts(discount) };
}

export async function showDiscountByCode(
  graph: Graph,
  sent: string,
  selection: RequestedSelection,
): Promise<{ discount: DiscountRow }> {
  const code = normalCode(sent);
  const discount = await graph.find(adminDiscount, code, { ...selection, by: "code" });
  if (!discount) throw unknownCode(code);
  return { discount: withProducts(discount) };
}

const onlyId = { fields: "id", expand: "" };

/** A condition of this discount. */
export async function showCondition(
  graph: Graph,
  { discountId, conditionId }: ConditionIds,
  selection: RequestedSelection,
) {
  const [condition] = await graph.rows(adminCondition, {
    ...selection,
    filters: [
      { kind: "equals", column: "id", value: conditionId },
      { kind: "custom", condition: belongsToDiscount, value: discountId },
    ],
    limit: 1,
    offset: 0,
  });
  if (condition) return { discount_condition: withProductProfiles(condition) };
  await showDiscount(graph, discountId, onlyId);
  const isThere = await graph.find(adminCondition, conditionId, onlyId);
  throw isThere ? otherCondition({ conditionId, discountId }) : unknownCondition(conditionId);
}
