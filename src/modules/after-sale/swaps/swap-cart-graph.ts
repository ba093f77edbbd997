import type { Extra } from "../../../graph/graph.ts";
import { cartFacts } from "../../selling/carts/index.ts";
import type { SwapCartFacts } from "./swap-view.ts";

const kept = (table: string, owner: string, part: string) => `coalesce((
  select json_agg(json_build_array(part.id, coalesce((
    select json_agg(json_build_object('rate', tax.rate, 'name', tax.name, 'code', tax.code))
    from ${table} tax where tax.${owner} = part.id), '[]'::json)))
  from ${part} part where part.cart_id = basket.id), '[]'::json)`;

/**
 * What the totals of a swap's cart depend on beside its own rows, and the taxes that were kept when it was completed:
 * see `SwapCartFacts`.
 */
export const swapCartFacts: Extra<"$cart_facts", SwapCartFacts | null> = {
  name: "$cart_facts",
  values: [],
  sql: (row) => `(select json_build_object(
      'facts', ${cartFacts.sql("basket", [])},
      'kept', case when basket.completed_at is null then null else json_build_object(
        'lines', ${kept("line_item_tax_line", "item_id", "line_item")},
        'shipping', ${kept("shipping_method_tax_line", "shipping_method_id", "shipping_method")}) end)
    from cart basket where basket.id = ${row}.cart_id)`,
};
