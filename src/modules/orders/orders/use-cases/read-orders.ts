import type { Tx } from "../../../../db/database.ts";
import type { Filter } from "../../../../graph/filter.ts";
import type { Graph, ListRequest, RowFor } from "../../../../graph/graph.ts";
import { type RequestedSelection, viewOf } from "../../../../graph/selection.ts";
import type { ListQuery } from "../../../../http/list-query.ts";
import { withStableShape } from "../../../../kernel/with-stable-shape.ts";
import { newMethodTaxFields } from "../../v1-shapes.ts";
import { adminOrders, changedOrderView, listedOrder, withoutSearched } from "../admin-order-schemas.ts";
import { type OrderFacts, unknownOrder } from "../order.ts";
import { factsFor, orderFacts } from "../order-facts-graph.ts";
import { type OrderView, orderSelectionOf, placedOrder } from "../order-schemas.ts";
import { type ShownOrder, toOrderView, withTotals } from "../order-view.ts";
import { order } from "../orders-graph.ts";
import { ownOrder, ownOrders } from "../store-order-schemas.ts";

/** The order with its totals, in one statement. */
export async function showOrder(
  { graph }: { graph: Graph },
  id: string,
  { view, ...requested }: RequestedSelection & { view: OrderView },
): Promise<ShownOrder> {
  const { selection, computed } = orderSelectionOf(view, requested, { isList: false });
  const found = await graph.find(view, id, { ...selection, extras: [orderFacts] });
  if (!found) throw unknownOrder(id);
  return toOrderView(found, computed);
}

/** The answer to a change of an order. */
export async function changedOrder(
  context: { graph: Graph },
  { params, query }: { params: { id: string }; query: RequestedSelection },
): Promise<{ order: ShownOrder }> {
  return { order: await showOrder(context, params.id, { ...query, view: changedOrderView }) };
}

/** The same for the change that added a shipping method: see `newMethodTaxFields`. */
export async function orderWithNewMethod(
  context: { graph: Graph },
  request: { params: { id: string }; query: RequestedSelection },
  methodId: string,
) {
  const { order } = await changedOrder(context, request);
  const { shipping_methods } = order;
  if (!shipping_methods) return { order };
  const methods = shipping_methods.map((method) =>
    method.id === methodId && method.tax_lines
      ? { ...method, tax_lines: method.tax_lines.map(newMethodTax) }
      : method,
  );
  return { order: { ...order, shipping_methods: methods } };
}

const newMethodTax = <Tax extends object>(tax: Tax) =>
  Object.fromEntries(newMethodTaxFields.map((field) => [field, tax[field as keyof Tax]]));

interface ListDeps {
  graph: Graph;
  config: { maxLimit: number };
}

type OrderListQuery = RequestedSelection & Record<string, unknown>;

interface OrderListRequest {
  view: OrderView;
  list: ListQuery<typeof order>;
  query: OrderListQuery;
  also?: Filter[];
}

/** A page of orders with their totals, in two statements. */
async function listOrders(
  { graph, config: { maxLimit } }: ListDeps,
  { view, list, query, also }: OrderListRequest,
): Promise<{ orders: ShownOrder[]; count: number; offset: number; limit: number }> {
  const { selection, computed } = orderSelectionOf(view, query, { isList: true });
  const selected = { ...query, ...selection };
  const extras = [factsFor(computed)];
  const { rows, ...paging } = await list.read(graph, selected, { maxLimit, also, extras });
  return { orders: rows.map((row) => toOrderView(row, computed)), ...paging };
}

export const listAdminOrders = (deps: ListDeps, query: OrderListQuery) =>
  listOrders(deps, { view: listedOrder, list: adminOrders, query: withoutSearched(query) });

export const listOwnOrders = (deps: ListDeps, customerId: string, query: OrderListQuery) =>
  listOrders(deps, {
    view: ownOrder,
    list: ownOrders,
    query,
    also: [{ kind: "equals", column: "customer_id", value: customerId }],
  });

/** The filters of an order list query, for other readers of the same orders, e.g. exports. */
export const filtersOfOrders = (query: Record<string, unknown>): Filter[] =>
  adminOrders.filters(withoutSearched(query));

/** Orders with their totals, without a count, in one statement. */
export async function readOrders(
  { graph }: { graph: Graph },
  view: OrderView,
  request: ListRequest,
): Promise<ShownOrder[]> {
  const { selection, computed } = orderSelectionOf(view, {}, { isList: true });
  const rows = await graph.rows(view, {
    ...request,
    ...selection,
    extras: [orderFacts, ...(request.extras ?? [])],
  });
  return rows.map((row) => toOrderView(row, computed));
}

/** The relations of a new order without discounts and gift cards. */
const newOrder = viewOf({
  entity: order,
  relations: [
    "items",
    "items.tax_lines",
    "items.adjustments",
    "items.variant",
    "shipping_methods",
    "shipping_methods.tax_lines",
    "region",
    "payments",
    "shipping_address",
  ],
});

/** The relations that are always empty for a new order. */
const emptyRelations = {
  discounts: [],
  gift_cards: [],
  gift_card_transactions: [],
  refunds: [],
  claims: [],
  swaps: [],
};

/**
 * Returns a function that gives the placed order in the view `placedOrder`, after the commit. The read is sent in one
 * message with the commit, and covers only the relations that a new order can have.
 */
export function newOrderWithCommit(
  { graph }: { graph: Graph },
  tx: Tx,
  id: string,
): () => Promise<ShownOrder> {
  const found = graph.findWithCommit(newOrder, id, { tx, extras: [] });
  return async () => {
    const read = await found();
    // The response to the commit may be lost.
    if (!read) return showOrder({ graph }, id, { view: placedOrder });
    const { computed } = orderSelectionOf(placedOrder, {}, { isList: false });
    return withTotals(withStableShape(read, emptyRelations), factsOf(read), computed);
  };
}

function factsOf(row: RowFor<typeof newOrder>): OrderFacts {
  const { customer_id, tax_rate, items, shipping_methods, payments } = row;
  return {
    customer_id,
    tax_rate,
    lines: items,
    additional_lines: [],
    shipping_methods,
    paid: payments.map(({ amount }) => amount),
    refunded: [],
    gift_card_uses: [],
  };
}
