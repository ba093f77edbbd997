import type { Graph, Row } from "../../graph/graph.ts";
import type { Wanted } from "../../graph/selection.ts";
import { selectionQuery } from "../../http/list-query.ts";
import { adminOrder } from "./admin-order-schemas.ts";
import { orderAnswer } from "./store-order-schemas.ts";
import { showOrder } from "./use-cases/show-order.ts";

/** What all routes that change an order have in common; the parameters and the body are their own. */
export const orderChange = { tags: ["Orders"], querystring: selectionQuery, response: orderAnswer };

/** The order after a change, as administrators see it. */
export async function changedOrder(
  parts: { graph: Graph },
  { params, query }: { params: { id: string }; query: Wanted },
): Promise<{ order: Row }> {
  return { order: await showOrder(parts, params.id, { ...query, view: adminOrder }) };
}
