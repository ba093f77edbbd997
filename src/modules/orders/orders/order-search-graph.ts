import type { Condition } from "../../../graph/filter.ts";

/** Triggers maintain the words of an order: see migrations/0004_search_and_positions.sql. */
export const mentions: Condition = {
  name: "order-mentions",
  sql: (row, pattern) => `exists (select 1 from tradewind.order_search found
    where found.order_id = ${row}.id and found.words ilike ${pattern})`,
  // A rare word is looked up, for one that half of the orders have the newest orders are gone through.
  isPlannedEachTime: true,
};
