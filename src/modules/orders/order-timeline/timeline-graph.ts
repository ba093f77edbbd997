import type { Condition } from "../../../graph/filter.ts";
import type { Extra } from "../../../graph/graph.ts";

const idsIn = (table: string, order: string, column = "order_id") =>
  `select part.id from ${table} part where part.${column} = ${order}`;

/** Events of the order, its draft, and its payments, fulfillments, returns, swaps, claims, edits and notes. */
export const ofOrder: Condition = {
  name: "event-of-order",
  sql: (row, order) => `${row}.entity_id in (select ${order}::text
    union all select placed.draft_order_id from "order" placed where placed.id = ${order}
    union all ${idsIn("payment", order)}
    union all ${idsIn("fulfillment", order)}
    union all ${idsIn('"return"', order)}
    union all ${idsIn("swap", order)}
    union all ${idsIn("claim_order", order)}
    union all ${idsIn("order_edit", order)}
    union all ${idsIn("note", order, "resource_id")}
    union all select edit.payment_collection_id from order_edit edit where edit.order_id = ${order})`,
};

export const isOrder = (id: string): Extra<"is-order", boolean> => ({
  name: "is-order",
  sql: (_, [order]) => `(select exists (select 1 from "order" placed where placed.id = ${order}))`,
  values: [id],
});
