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
