import type { Graph, Row } from "../../../graph/graph.ts";
import { selectionOf, type Wanted } from "../../../graph/selection.ts";
import { unknownDiscount } from "../discount.ts";
import { adminDiscount } from "../discount-schemas.ts";

export async function showDiscount(
  graph: Graph,
  id: string,
  wanted: Wanted = {},
): Promise<{ discount: Row }> {
  const discount = await graph.find(adminDiscount, id, wanted);
  if (!discount) throw unknownDiscount(id);
  return { discount };
}

/** A wrong `expand` is refused before anything is written. */
export async function changeAndShow(
  graph: Graph,
  wanted: Wanted,
  change: () => Promise<string>,
): Promise<{ discount: Row }> {
  selectionOf(graph.registry, adminDiscount, wanted);
  return showDiscount(graph, await change(), wanted);
}
