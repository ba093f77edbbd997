import type { Condition } from "../../../graph/filter.ts";

/** Reservations for the lines of an order, and for those of its swaps and claims. */
export const forLinesOfOrder: Condition = {
  name: "reservation-for-order",
  sql: (row, order) => `${row}.line_item_id = any(array(
    select line.id from line_item line where line.order_id = ${order}
    union all select line.id from line_item line join swap on swap.id = line.swap_id where swap.order_id = ${order}
    union all select line.id from line_item line join claim_order on claim_order.id = line.claim_order_id
      where claim_order.order_id = ${order}))`,
};
