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
import { type Condition, containing } from "../../../graph/filter.ts";
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

/** `#12` is the draft with this number, and `12` a part of any. */
export const draftPattern = (word: string) => (/^#\d+$/.test(word) ? `${word}\n%` : containing(word));

/** Searches the number of the draft, and the names, email and phone of its customer and its addresses. */
export const matchesDraft: Condition = {
  name: "draft-order-search",
  sql: (row, patterns) => `exists (select 1 from draft_order searched
    left join cart held on held.id = searched.cart_id
    left join address goal on goal.id = held.shipping_address_id
    left join address payer on payer.id = held.billing_address_id
    left join customer buyer on buyer.id = held.customer_id
    where searched.id = ${row}.id and concat_ws(E'\\n', '#' || searched.display_id, 'D' || searched.display_id, held.email,
      goal.first_name, goal.last_name, goal.company, payer.first_name, payer.last_name, payer.company,
      buyer.first_name, buyer.last_name, buyer.phone) ilike all(${patterns}::text[]))`,
};

export type DraftRow = RowOf<typeof draftOrder>;

export const draftOrdersEntities = [draftOrder];
