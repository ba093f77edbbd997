import type { Condition } from "../../../graph/filter.ts";
import type { Extra } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { redacted } from "../../../kernel/redacted.ts";
import { type EventRow, event } from "../../platform/events/index.ts";

const idsIn = (table: string, order: string, column = "order_id") =>
  `select part.id from ${table} part where part.${column} = ${order}`;

/** What happened to the order, its cart, and to everything that followed. */
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

const name = ["id", "email", "first_name", "last_name"];

export const timeline = listQuery({
  view: {
    entity: event,
    fields: [
      ...Object.keys(event.columns),
      ...name.map((each) => `user.${each}`),
      ...name.map((each) => `customer.${each}`),
    ],
  },
  limit: 50,
  order: "-$seq",
  takes: [],
});

export const shownMoment = ({ $seq: _, ...moment }: EventRow) => ({
  ...moment,
  data: redacted(moment.data ?? {}),
});
