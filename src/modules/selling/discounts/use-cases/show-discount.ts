import type { Graph } from "../../../../graph/graph.ts";
import type { Wanted } from "../../../../graph/selection.ts";
import { unknownDiscount } from "../discount.ts";
import { adminDiscount } from "../discount-schemas.ts";
import { withProducts } from "../discount-view.ts";
import type { DiscountRow } from "../discounts-graph.ts";

export async function showDiscount(
  graph: Graph,
  id: string,
  wanted: Wanted = {},
): Promise<{ discount: DiscountRow }> {
  const discount = await graph.find(adminDiscount, id, wanted);
  if (!discount) throw unknownDiscount(id);
  return { discount: withProducts(discount) };
}

export const changeAndShow = async (
  graph: Graph,
  wanted: Wanted,
  change: () => Promise<string>,
): Promise<{ discount: DiscountRow }> => showDiscount(graph, await change(), wanted);
