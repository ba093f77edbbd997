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
import { containing, type Filter, wordsFilter, wordsOf } from "../../../graph/filter.ts";
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

/** `#12` and `#D12` are the draft with this number, and `12` a part of any. Its text begins with `#12`. */
function patternOf(word: string): string {
  const [, number] = /^#D?(\d+)$/i.exec(word) ?? [];
  return number === undefined ? containing(word) : `#${number}\n%`;
}

/** Triggers maintain the search text of a draft: see migrations/0031_search_texts.sql. */
export const draftsMentioning = (text: string): Filter =>
  wordsFilter(wordsOf(text).map(patternOf), {
    name: "draft-order-mentions",
    sql: (row, patterns) => `exists (select 1 from tradewind.draft_order_search found
      where found.draft_order_id = ${row}.id and ${patterns.map((pattern) => `found.words ilike ${pattern}`).join(" and ")})`,
  });

export type DraftRow = RowOf<typeof draftOrder>;

export const draftOrdersEntities = [draftOrder];
