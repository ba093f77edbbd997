import type { Condition } from "../../graph/filter.ts";
import type { Extra } from "../../graph/graph.ts";

/** A shipping option beside the cart that may be sent by it; null when there is no such option. */
export const chosenOption = (optionId: string): Extra => ({
  name: "$option",
  values: [optionId],
  sql: (_row, [option]) => `(select row_to_json(found) from (
    select chosen.id, chosen.region_id, chosen.profile_id, chosen.provider_id, chosen.price_type, chosen.amount,
      chosen.is_return, chosen.admin_only, chosen.includes_tax, chosen.data,
      coalesce((select json_agg(json_build_object('type', needed.type, 'amount', needed.amount))
        from shipping_option_requirement needed
        where needed.shipping_option_id = chosen.id and needed.deleted_at is null), '[]'::json) as requirements
    from shipping_option chosen where chosen.id = ${option} and chosen.deleted_at is null) found)`,
});

// An array is made once for the statement: before PostgreSQL knows how large the tables are, it may look through all lines
// of all carts for each option otherwise.
const profilesIn = (cart: string) => `array(select placed.profile_id from line_item line
  join product_variant piece on piece.id = line.variant_id
  join product_shipping_profile placed on placed.product_id = piece.product_id
  where line.cart_id = ${cart})`;

/** Options of the cart's region by which something in it can be sent, or those that were agreed for it. */
export const forCart: Condition = {
  name: "shipping-option-for-cart",
  sql: (row, cart) => `${row}.region_id = (select held.region_id from cart held where held.id = ${cart})
    and case when exists (select 1 from custom_shipping_option agreed
        where agreed.cart_id = ${cart} and agreed.deleted_at is null)
      then exists (select 1 from custom_shipping_option agreed where agreed.cart_id = ${cart}
        and agreed.shipping_option_id = ${row}.id and agreed.deleted_at is null)
      else not ${row}.is_return and not ${row}.admin_only and ${row}.profile_id = any(${profilesIn(cart)}) end`,
};
