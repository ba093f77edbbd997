import { withProfile } from "../../catalogue/products/index.ts";

type Row = Record<string, unknown>;

/** Products show their shipping profile under the names they have everywhere. */
export function withConditionProducts(condition: Row): Row {
  const products = condition["products"] as Row[] | undefined;
  return products ? { ...condition, products: products.map(withProfile) } : condition;
}

export function withProducts(discount: Row): Row {
  const rule = discount["rule"] as Row | undefined | null;
  const conditions = rule?.["conditions"] as Row[] | undefined;
  if (!conditions) return discount;
  return { ...discount, rule: { ...rule, conditions: conditions.map(withConditionProducts) } };
}
