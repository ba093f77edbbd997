import {
  boolean,
  entity,
  integer,
  json,
  one,
  oneOf,
  rowColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import type { Extra } from "../../../graph/graph.ts";
import type { RowOf } from "../../../graph/row.ts";
import { type CartFacts, cartFacts } from "../../selling/carts/index.ts";

export const draftOrder = entity({
  name: "draft_order",
  description: "An order that an administrator prepares for a customer.",
  columns: {
    ...rowColumns,
    status: oneOf("open", "completed").required,
    display_id: integer.required,
    cart_id: text.nullable,
    order_id: text.nullable,
    canceled_at: timestamp.nullable,
    completed_at: timestamp.nullable,
    no_notification_order: boolean.nullable,
    metadata: json.nullable,
    idempotency_key: text.nullable,
  },
  relations: {
    cart: one("cart", "cart_id"),
    order: one("order", "order_id"),
  },
});

/** The facts that the totals of the draft's cart depend on, read with the draft. */
export const factsOfCart: Extra<"$cart_facts", CartFacts | null> = {
  name: "$cart_facts",
  values: [],
  sql: (row) => `(select ${cartFacts.sql("held", [])} from cart held where held.id = ${row}.cart_id)`,
};

/** Searches the number of the draft, and the names, email and phone of its customer and address. */
export const matchesDraft: Condition = {
  name: "draft-order-search",
  sql: (row, pattern) => `(${row}.display_id::text ilike ${pattern} or exists (select 1 from cart held
    left join address goal on goal.id = held.shipping_address_id
    left join customer buyer on buyer.id = held.customer_id
    where held.id = ${row}.cart_id and (held.email ilike ${pattern}
      or concat_ws(' ', goal.first_name, goal.last_name) ilike ${pattern}
      or concat_ws(' ', buyer.first_name, buyer.last_name) ilike ${pattern}
      or buyer.phone ilike ${pattern})))`,
};

export type DraftRow = RowOf<typeof draftOrder>;

export const draftOrdersEntities = [draftOrder];
