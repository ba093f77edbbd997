import { Type } from "typebox";
import type { Graph, Row } from "../../graph/graph.ts";
import { selectionOf, type Wanted } from "../../graph/selection.ts";
import { selectionQuery } from "../../http/list-query.ts";
import type { Routes } from "../../http/routes.ts";
import { adminOrder } from "./admin-order-schemas.ts";
import { forTotals, topsOf } from "./order-relations.ts";
import { type OrderView, readingOf } from "./order-schemas.ts";
import { orderAnswer } from "./store-order-schemas.ts";
import { showOrder } from "./use-cases/show-order.ts";

// An object of its own, by which routes that change an order are known.
const changeQuery = Type.Object({ ...selectionQuery.properties }, { additionalProperties: false });

/** What all routes that change an order have in common; the parameters and the body are their own. */
export const orderChange = { tags: ["Orders"], querystring: changeQuery, response: orderAnswer };

/** Whatever `expand` says, the answer to a change has all that the totals were computed from. */
const changed: OrderView = {
  ...adminOrder,
  beside: () => topsOf(forTotals),
  besideTotals: ["tax_rate"],
  alwaysNamed: true,
};

/** The order after a change, as administrators see it. */
export async function changedOrder(
  parts: { graph: Graph },
  { params, query }: { params: { id: string }; query: Wanted },
): Promise<{ order: Row }> {
  return { order: await showOrder(parts, params.id, { ...query, view: changed }) };
}

/** What is asked for is looked at before the order is changed: whoever is refused has changed nothing. */
export const orderChangeChecks: Routes = (app, { graph }) => {
  app.addHook("preHandler", async (request) => {
    if (request.routeOptions.schema?.querystring !== changeQuery) return;
    const { wanted } = readingOf(changed, request.query as Wanted, { isList: false });
    selectionOf(graph.registry, changed, wanted);
  });
};
