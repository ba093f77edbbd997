import type { Graph, Row } from "../../../graph/graph.ts";
import type { View, Wanted } from "../../../graph/selection.ts";
import { type Order, unknownOrder } from "../order.ts";
import { orderFacts } from "../order-facts-graph.ts";
import { toOrderView } from "../order-view.ts";

/** The order with its totals, in one statement. */
export async function showOrder(
  { graph }: { graph: Graph },
  id: string,
  { view, by, ...wanted }: Wanted & { view: View; by?: "id" | "cart_id" },
): Promise<Row> {
  const found = await graph.find(view, id, { ...wanted, ...(by ? { by } : {}), extras: [orderFacts] });
  if (!found) throw unknownOrder(id);
  return toOrderView(found as unknown as Order);
}
