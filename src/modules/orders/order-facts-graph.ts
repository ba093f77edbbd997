import type { Extra } from "../../graph/graph.ts";

/** What was paid, given back and taken from gift cards for an order: see `OrderFacts`. */
export const orderFacts: Extra = {
  name: "$facts",
  values: [],
  sql: (row) => `json_build_object(
    'customer_id', ${row}.customer_id,
    'tax_rate', ${row}.tax_rate,
    'paid', coalesce((select json_agg(paid.amount) from payment paid where paid.order_id = ${row}.id), '[]'::json),
    'refunded', coalesce((select json_agg(back.amount) from refund back where back.order_id = ${row}.id), '[]'::json),
    'gift_card_uses', coalesce((select json_agg(json_build_object('gift_card_id', used.gift_card_id,
        'amount', used.amount, 'tax_rate', used.tax_rate) order by used.created_at, used.id)
      from gift_card_transaction used where used.order_id = ${row}.id), '[]'::json))`,
};
