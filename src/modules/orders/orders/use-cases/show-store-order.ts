import type { Filter } from "../../../../graph/filter.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { type RequestedSelection, selectionOf } from "../../../../graph/selection.ts";
import type { GuessLimits } from "../../../../http/guess-limits.ts";
import { noMatchingOrder, noOrderOfCart, unknownOrder } from "../order.ts";
import { orderFacts } from "../order-facts-graph.ts";
import { orderSelectionOf } from "../order-schemas.ts";
import { type ShownOrder, toOrderView, withoutPrivateData } from "../order-view.ts";
import {
  lookupFilters,
  type OrderLookup,
  type StoreViews,
  storeOrder,
  storeOrderLookup,
  storeOrderOfCart,
} from "../store-order-schemas.ts";

interface Viewer {
  userId: string | null;
  customerId: string | null;
}

interface StoreOrderRequest extends RequestedSelection {
  viewer: Viewer;
}

type Deps = { graph: Graph };

export async function showStoreOrder(
  deps: Deps,
  id: string,
  request: StoreOrderRequest,
): Promise<ShownOrder> {
  const found = await findOne(deps, storeOrder, { ...request, filters: [equals("id", id)] });
  if (!found) throw unknownOrder(id);
  return found;
}

export async function showOrderOfCart(
  deps: Deps,
  cartId: string,
  request: StoreOrderRequest,
): Promise<ShownOrder> {
  const found = await findOne(deps, storeOrderOfCart, { ...request, filters: [equals("cart_id", cartId)] });
  if (!found) throw noOrderOfCart(cartId);
  return found;
}

/** Finds an order by the data on its confirmation. The number of failed attempts is limited. */
export async function lookUpOrder(
  { graph, limits }: Deps & { limits: GuessLimits },
  { fields, expand, ...known }: OrderLookup,
  { viewer, ip }: { viewer: Viewer; ip: string },
): Promise<ShownOrder> {
  const filters = lookupFilters(known);
  const found = await limits.guarded(
    { what: "order-lookup", account: known.email, address: ip },
    () => findOne({ graph }, storeOrderLookup, { fields, expand, viewer, filters }),
    (order) => order !== null,
  );
  if (!found) throw noMatchingOrder();
  return found;
}

const equals = (column: "id" | "cart_id", value: string): Filter => ({ kind: "equals", column, value });

/**
 * Reads the one order that matches the filters in one statement; null if none or several match. The owner of the order is
 * known only afterwards, so a selection that is allowed only for the owner is refused then.
 */
async function findOne(
  { graph }: Deps,
  views: StoreViews,
  { viewer, filters, fields, expand }: StoreOrderRequest & { filters: readonly Filter[] },
): Promise<ShownOrder | null> {
  const mayBeOwner = viewer.userId !== null || viewer.customerId !== null;
  const view = mayBeOwner ? views.forOwners : views.forPublic;
  const { selection, computed } = orderSelectionOf(view, { fields, expand }, { isList: false });
  const [found, another] = await graph.rows(view, {
    ...selection,
    filters,
    extras: [orderFacts],
    limit: 2,
    offset: 0,
  });
  if (!found || another) return null;
  const order = toOrderView(found, computed);
  const { customer_id } = found.$facts;
  if (viewer.userId !== null || viewer.customerId === customer_id) return order;
  if (mayBeOwner) selectionOf(graph.registry, views.forPublic, selection);
  return withoutPrivateData(order);
}
