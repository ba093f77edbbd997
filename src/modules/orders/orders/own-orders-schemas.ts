import type { Condition } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { where } from "../../../http/query-filters.ts";
import { orderFilters, statusFilter } from "./admin-order-schemas.ts";
import { forNamedTotals, forTotals, topsOf } from "./order-relations.ts";
import type { OrderView } from "./order-schemas.ts";
import { order } from "./orders-graph.ts";
import { forAnybody, ownRelations, storeFields, storeTotals } from "./store-order-schemas.ts";

// Nothing that leads on from an order to what belongs to the shop or to other customers.
const allowedRelations = [...new Set([...forAnybody, ...forNamedTotals, "returns", "cart"])];

/** By number, email, or the name the goods go to. */
const matchesSearch: Condition = {
  name: "own-order-search",
  sql: (row, parameter) =>
    `(strpos(${row}.display_id::text, ${parameter}::text) > 0
      or strpos(lower(${row}.email), lower(${parameter}::text)) > 0
      or exists (select 1 from address goal where goal.id = ${row}.shipping_address_id
        and strpos(lower(concat_ws(' ', goal.first_name, goal.last_name)), lower(${parameter}::text)) > 0))`,
};

/** Whatever `expand` and `fields` say, an order comes with all that its totals were computed from. */
export const ownOrder: OrderView = {
  entity: order,
  fields: storeFields,
  relations: [...ownRelations, ...forTotals],
  beside: () => topsOf(forTotals),
  alwaysNamed: true,
  alwaysFields: ["tax_rate", "created_at"],
  alwaysRaw: true,
  allowedFields: [...storeFields, ...storeTotals],
  allowedRelations,
};

export const ownOrders = listQuery({
  view: ownOrder,
  limit: 10,
  takes: ["fields", "expand"],
  filters: {
    ...orderFilters,
    status: statusFilter("status", { either: true }),
    fulfillment_status: statusFilter("fulfillment_status", { either: true }),
    payment_status: statusFilter("payment_status", { either: true }),
    q: where(matchesSearch),
  },
});
