import type { Filter } from "../../../../graph/filter.ts";
import type { Graph, ListRequest } from "../../../../graph/graph.ts";
import { adminOrders, withoutSearched } from "../admin-order-schemas.ts";
import { orderFacts } from "../order-facts-graph.ts";
import { type OrderView, readingOf } from "../order-schemas.ts";
import { type ShownOrder, toOrderView } from "../order-view.ts";

/** What a query of the list of orders means, for those who read the same orders in another way. */
export const filtersOfOrders = (query: Record<string, unknown>): Filter[] =>
  adminOrders.filters(withoutSearched(query));

/** Orders with their totals, without their number: one statement. */
export async function readOrders(
  { graph }: { graph: Graph },
  view: OrderView,
  request: ListRequest,
): Promise<ShownOrder[]> {
  const { wanted, showing } = readingOf(view, {}, { isList: true });
  const rows = await graph.rows(view, {
    ...request,
    ...wanted,
    extras: [orderFacts, ...(request.extras ?? [])],
  });
  return rows.map((row) => toOrderView(row, showing));
}
