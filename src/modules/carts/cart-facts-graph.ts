import type { Extra } from "../../graph/graph.ts";

const ratesOf = (condition: string) => `coalesce((
  select json_agg(json_build_object('rate', rate.rate, 'name', rate.name, 'code', rate.code)
    order by rate.created_at, rate.id)
  from tax_rate rate where ${condition}), '[]'::json)`;

const ofProduct = (row: string) => `rate.region_id = ${row}.region_id and (
  exists (select 1 from product_tax_rate attached
    where attached.rate_id = rate.id and attached.product_id = goods.id)
  or exists (select 1 from product_type_tax_rate attached
    where attached.rate_id = rate.id and attached.product_type_id = goods.type_id))`;

const ofOption = `rate.id in (select attached.rate_id from shipping_tax_rate attached
  where attached.shipping_option_id = method.shipping_option_id)`;

const goods = (row: string) => `line_item line
  join product_variant piece on piece.id = line.variant_id join product goods on goods.id = piece.product_id
  where line.cart_id = ${row}.id`;

/** Everything that prices and taxes of a cart depend on and that is not in its own rows: see `CartFacts`. */
export const cartFacts: Extra = {
  name: "$facts",
  values: [],
  sql: (row) => `json_build_object(
    'customer_id', ${row}.customer_id,
    'completed_at', ${row}.completed_at,
    'customer', (select json_build_object('id', buyer.id, 'email', buyer.email, 'first_name', buyer.first_name,
        'last_name', buyer.last_name, 'metadata', buyer.metadata)
      from customer buyer where buyer.id = ${row}.customer_id and buyer.deleted_at is null),
    'currency_includes_tax', (select currency.includes_tax from region home
      join currency on currency.code = home.currency_code where home.id = ${row}.region_id),
    -- Anybody can type the email of a guest: what groups are offered is for those who have logged in.
    'customer_group_ids', coalesce((select json_agg(members.customer_group_id)
      from customer_group_customers members
      join customer known on known.id = members.customer_id and known.has_account
      where members.customer_id = ${row}.customer_id), '[]'::json),
    'lines', coalesce((select json_object_agg(line.id, json_build_object('rates', ${ratesOf(ofProduct(row))},
        'profiles', array(select placed.profile_id from product_shipping_profile placed
          where placed.product_id = goods.id)))
      from ${goods(row)}), '{}'::json),
    'shipping_rates', coalesce((select json_object_agg(method.id, ${ratesOf(ofOption)})
      from shipping_method method where method.cart_id = ${row}.id), '{}'::json),
    'custom_shipping_prices', coalesce((select json_object_agg(agreed.shipping_option_id, agreed.price)
      from custom_shipping_option agreed where agreed.cart_id = ${row}.id and agreed.deleted_at is null),
      '{}'::json),
    'spent', coalesce((select json_agg(json_build_object('id', used.gift_card_id, 'balance', used.amount,
        'tax_rate', used.tax_rate, 'ends_at', null))
      from gift_card_transaction used join "order" placed on placed.id = used.order_id
      where ${row}.completed_at is not null and placed.cart_id = ${row}.id), '[]'::json),
    'tax_answer', (select json_build_object('content', answer.content, 'lines', answer.lines)
      from tradewind.tax_answer answer
      where answer.cart_id = ${row}.id and answer.created_at > now() - interval '1 hour'))`,
};
