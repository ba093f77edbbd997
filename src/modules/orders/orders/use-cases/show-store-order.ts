import type { Filter } from "../../../../graph/filter.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { selectionOf, type Wanted } from "../../../../graph/selection.ts";
import { orderFacts } from "../order-facts-graph.ts";
import { readingOf } from "../order-schemas.ts";
import { type ShownOrder, toOrderView, withoutPrivateData } from "../order-view.ts";
import type { StoreViews } from "../store-order-schemas.ts";

/** Who looks at an order. */
export interface Onlooker {
  userId: string | null;
  customerId: string | null;
}

interface Asked extends Wanted {
  views: StoreViews;
  onlooker: Onlooker;
  filters: readonly Filter[];
}

/**
 * What a storefront shows of the one order that the filters find, in one statement; null where they find none. Whether
 * somebody is its customer is known only then: a stranger who asked for more is refused after all.
 */
export async function showStoreOrder({ graph }: { graph: Graph }, asked: Asked): Promise<ShownOrder | null> {
  const { views, onlooker, filters, fields, expand } = asked;
  const mayBeOwner = onlooker.userId !== null || onlooker.customerId !== null;
  const view = mayBeOwner ? views.forOwners : views.forAnybody;
  const { wanted, showing } = readingOf(view, { fields, expand }, { isList: false });
  const [found, another] = await graph.rows(view, {
    ...wanted,
    filters,
    extras: [orderFacts],
    limit: 2,
    offset: 0,
  });
  if (!found || another) return null;
  const order = toOrderView(found, showing);
  const { customer_id } = found.$facts;
  if (onlooker.userId !== null || onlooker.customerId === customer_id) return order;
  if (mayBeOwner) selectionOf(graph.registry, views.forAnybody, wanted);
  return withoutPrivateData(order);
}
