import type { Filter } from "../../../../graph/filter.ts";
import type { Graph } from "../../../../graph/graph.ts";
import type { Wanted } from "../../../../graph/selection.ts";
import type { ListQuery } from "../../../../http/list-query.ts";
import { orderFacts } from "../order-facts-graph.ts";
import { type OrderView, readingOf } from "../order-schemas.ts";
import { type ShownOrder, toOrderView } from "../order-view.ts";
import type { order } from "../orders-graph.ts";

interface Asked {
  view: OrderView;
  list: ListQuery<typeof order>;
  query: Wanted & Record<string, unknown>;
  maxLimit: number;
  also?: Filter[];
}

/** A page of orders with their totals, in two statements. */
export async function listOrders(
  { graph }: { graph: Graph },
  { view, list, query, maxLimit, also }: Asked,
): Promise<{ orders: ShownOrder[]; count: number; offset: number; limit: number }> {
  const { wanted, showing } = readingOf(view, query, { isList: true });
  const asked = { ...query, ...wanted };
  const { rows, ...paging } = await list.read(graph, asked, { maxLimit, also, extras: [orderFacts] });
  return { orders: rows.map((row) => toOrderView(row, showing)), ...paging };
}
