import type { Graph } from "../../../../graph/graph.ts";
import type { Wanted } from "../../../../graph/selection.ts";
import { unknownOrder } from "../order.ts";
import { orderFacts } from "../order-facts-graph.ts";
import { type OrderView, readingOf } from "../order-schemas.ts";
import { type ShownOrder, toOrderView } from "../order-view.ts";

/** The order with its totals, in one statement. */
export async function showOrder(
  { graph }: { graph: Graph },
  id: string,
  { view, ...asked }: Wanted & { view: OrderView },
): Promise<ShownOrder> {
  const { wanted, showing } = readingOf(view, asked, { isList: false });
  const found = await graph.find(view, id, { ...wanted, extras: [orderFacts] });
  if (!found) throw unknownOrder(id);
  return toOrderView(found, showing);
}
