import type { Condition } from "../../../graph/filter.ts";

/** The words of an order are kept by triggers: see migrations/0032_order_lists.sql. */
export const mentions: Condition = {
  name: "order-mentions",
  sql: (row, pattern) => `exists (select 1 from tradewind.order_search found
    where found.order_id = ${row}.id and found.words ilike ${pattern})`,
  // A rare word is looked up, for one that half of the orders have the newest orders are gone through.
  isPlannedEachTime: true,
};
