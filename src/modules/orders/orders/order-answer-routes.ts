import type { Graph } from "../../../graph/graph.ts";
import type { Wanted } from "../../../graph/selection.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { adminOrder } from "./admin-order-schemas.ts";
import { forTotals, topsOf } from "./order-relations.ts";
import { type OrderView, readingOf } from "./order-schemas.ts";
import type { ShownOrder } from "./order-view.ts";
import { orderAnswer } from "./store-order-schemas.ts";
import { showOrder } from "./use-cases/show-order.ts";

/** Whatever `expand` says, the answer to a change has all that the totals were computed from. */
const changed: OrderView = {
  ...adminOrder,
  beside: () => topsOf(forTotals),
  besideTotals: ["tax_rate"],
  alwaysNamed: true,
};

/** What all routes that change an order have in common; the parameters and the body are their own. */
export const orderChange = {
  tags: ["Orders"],
  querystring: selectionFrom((asked) => ({
    view: changed,
    wanted: readingOf(changed, asked, { isList: false }).wanted,
  })),
  response: orderAnswer,
};

/** The order after a change, as administrators see it. */
export async function changedOrder(
  parts: { graph: Graph },
  { params, query }: { params: { id: string }; query: Wanted },
): Promise<{ order: ShownOrder }> {
  return { order: await showOrder(parts, params.id, { ...query, view: changed }) };
}
