import type { Graph } from "../../../../graph/graph.ts";
import { type RequestedSelection, relationsIn } from "../../../../graph/selection.ts";
import type { PageReads } from "../../../../http/document-cache/index.ts";
import { adminOrders, listedOrder } from "../admin-order-schemas.ts";
import { factsFor } from "../order-facts-graph.ts";
import { orderSelectionOf } from "../order-schemas.ts";
import { toOrderView } from "../order-view.ts";

interface OrdersQuery extends RequestedSelection {
  q?: string;
  order?: string;
}

/** The relations whose changes are logged for the orders that show them: see migrations/0008_order_change_log.sql. */
const loggedRelations = [
  "customer",
  "shipping_address",
  "billing_address",
  "sales_channel",
  "tags",
  "assignee",
];

/** Whether the response depends only on rows whose changes are logged. */
export function isCacheable(query: OrdersQuery): boolean {
  const { fields = "", order = "", q = "" } = query;
  const { expand } = orderSelectionOf(listedOrder, query, { isList: true }).selection;
  // Without `expand` a list has all relations. A search and an order by a relation depend on rows of other tables.
  if (expand === undefined || q !== "" || order.includes(".")) return false;
  const paths = [...expand.split(","), ...relationsIn(fields)].map((path) => path.trim());
  return paths.every((path) => path === "" || loggedRelations.includes(path)) && !fields.includes("*");
}

/** A page of orders for administrators as ids and documents. */
export function orderDocuments(
  { graph, config: { maxLimit } }: { graph: Graph; config: { maxLimit: number } },
  query: OrdersQuery,
): PageReads {
  const { selection, computed } = orderSelectionOf(listedOrder, query, { isList: true });
  const selected = { ...query, ...selection };
  return {
    documentKey: ["orders", query.fields, query.expand],
    subjects: ["every order"],
    listSubject: "orders",
    name: "orders",
    paging: adminOrders.pagingOf(query, maxLimit),
    readIds: (paging) => adminOrders.readIds(graph, selected, { paging }),
    readDocuments: async (ids) => {
      const rows = await adminOrders.readByIds(graph, selected, { ids, extras: [factsFor(computed)] });
      return rows.map((row) => toOrderView(row, computed));
    },
  };
}
