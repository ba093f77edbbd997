import { withProductProfiles } from "../../catalogue/products/index.ts";
import type { DiscountRow } from "./discounts-graph.ts";

export function withProducts<Discount extends DiscountRow>(discount: Discount): Discount {
  const { rule } = discount;
  if (!rule?.conditions) return discount;
  return { ...discount, rule: { ...rule, conditions: rule.conditions.map(withProductProfiles) } };
}
