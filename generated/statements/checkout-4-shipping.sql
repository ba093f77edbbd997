-- POST /store/carts/{cart}/shipping-methods

-- 1. begin
begin;

-- 2. cart-lock, writes
select completed_at::text
from cart
where id = $1
and deleted_at is null
for no key update;

-- 3. cart-unchanged-01372
select tradewind.assert_unchanged((
  select concat(looked.xmin, '@', extract(epoch from pg_postmaster_start_time())) is not distinct from $1
  and (
    select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
    from tradewind.reference_data_change
  ) is not distinct from $2
  and (
    select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
    from tradewind.catalogue_change
  ) is not distinct from $3
  and (
    select exists (
      select 1
      from stock_location place
      where place.deleted_at is null
    )
  ) is not distinct from $4
  and (
    select buyer.xmin::text
    from customer buyer
    where buyer.id = looked.customer_id
  ) is not distinct from $5
  from cart looked
  where looked.id = $6
  and looked.deleted_at is null
));

-- 4. read model
select row_to_json(r) as data
from (
  select t0."id", t0."created_at", t0."updated_at", t0."deleted_at", t0."name", t0."region_id", t0."profile_id",
    t0."provider_id", t0."price_type", t0."amount", t0."is_return", t0."admin_only", t0."data", t0."metadata",
    t0."includes_tax", (
    select json_build_object('amount', t0.amount, 'includes_tax', t0.includes_tax, 'rates', case when home.automatic_taxes then coalesce((
      select json_agg(json_build_object('rate', own.rate, 'name', own.name, 'code', own.code) order by own.created_at,
        own.id)
      from shipping_tax_rate attached
      join tax_rate own
      on own.id = attached.rate_id
      where attached.shipping_option_id = t0.id
    ), json_build_array(json_build_object('rate', home.tax_rate, 'name', 'default', 'code', 'default'))) else '[]'::json end)
    from region home
    where home.id = t0.region_id
  ) as "price_incl_tax", (
    select json_build_object('amount', t0.amount, 'includes_tax', t0.includes_tax, 'rates', case when home.automatic_taxes then coalesce((
      select json_agg(json_build_object('rate', own.rate, 'name', own.name, 'code', own.code) order by own.created_at,
        own.id)
      from shipping_tax_rate attached
      join tax_rate own
      on own.id = attached.rate_id
      where attached.shipping_option_id = t0.id
    ), json_build_array(json_build_object('rate', home.tax_rate, 'name', 'default', 'code', 'default'))) else '[]'::json end)
    from region home
    where home.id = t0.region_id
  ) as "tax_rates", (
    select json_build_object('amount', t0.amount, 'includes_tax', t0.includes_tax, 'rates', case when home.automatic_taxes then coalesce((
      select json_agg(json_build_object('rate', own.rate, 'name', own.name, 'code', own.code) order by own.created_at,
        own.id)
      from shipping_tax_rate attached
      join tax_rate own
      on own.id = attached.rate_id
      where attached.shipping_option_id = t0.id
    ), json_build_array(json_build_object('rate', home.tax_rate, 'name', 'default', 'code', 'default'))) else '[]'::json end)
    from region home
    where home.id = t0.region_id
  ) as "tax_amount", (
    select row_to_json(r)
    from (
      select t1."id", t1."created_at", t1."updated_at", t1."deleted_at", t1."name", t1."type", t1."metadata"
      from "shipping_profile" t1
      where t1."id" = t0."profile_id"
      and coalesce(t1."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "profile", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t2."id", t2."shipping_option_id", t2."type", t2."amount", t2."deleted_at"
      from "shipping_option_requirement" t2
      where t2."shipping_option_id" = t0."id"
      and t2."deleted_at" is null
    ) r
  ) as "requirements", (exists (
    select 1
    from region home
    where home.id = t0.region_id
    and home.deleted_at is null
  ) and exists (
    select 1
    from shipping_profile kind
    where kind.id = t0.profile_id
    and kind.deleted_at is null
  )) as "$isOffered", (
    select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
    from tradewind.reference_data_change
  ) as "$version"
  from (
    select *
    from "shipping_option" t0
    where true
    and t0."region_id" = $1
    and t0."deleted_at" is null
    order by t0."created_at" asc, t0."id" asc
    limit $2
    offset $3
  ) t0
  order by t0."created_at" asc, t0."id" asc
) r;

-- 5. cart-shipping-put, writes
with gone as (
  delete from shipping_method
  where id = any ($1::text[])
), shipped as (
  update line_item
  set has_shipping = (id = any ($2::text[])), updated_at = now()
  where cart_id = $3
  and has_shipping is distinct from (id = any ($4::text[]))
)
insert into shipping_method(id, cart_id, order_id, claim_order_id, return_id, shipping_option_id, price,
  includes_tax, data)
select sent.id, sent.cart_id, sent.order_id, sent.claim_order_id, sent.return_id, sent.shipping_option_id,
  sent.price, sent.includes_tax, sent.data
from jsonb_populate_recordset(null::shipping_method, $5::jsonb) sent;

-- 6. event-announce, writes
insert into tradewind.event(id, name, entity_id, data, user_id, customer_id, traceparent)
values ($1, $2, $3, $4::jsonb, $5, $6, $7);

-- 7. read model
select row_to_json(r) as data, (
  select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
  from tradewind.reference_data_change
) as version, (
  select coalesce((
    select mark
    from tradewind.custom_field_version
    where id
  ), gen_random_uuid()::text)
) as fields
from (
  select t0."id", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t1."id", t1."created_at", t1."updated_at", t1."cart_id", t1."order_id", t1."swap_id",
        t1."claim_order_id", t1."original_item_id", t1."order_edit_id", t1."title", t1."description", t1."thumbnail",
        t1."is_return", t1."is_giftcard", t1."should_merge", t1."allow_discounts", t1."has_shipping", t1."unit_price",
        t1."variant_id", t1."quantity", t1."fulfilled_quantity", t1."returned_quantity", t1."shipped_quantity",
        t1."metadata", t1."includes_tax", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t2."id", t2."item_id", t2."description", t2."discount_id", t2."amount", t2."metadata"
          from "line_item_adjustment" t2
          where t2."item_id" = t1."id"
        ) r
      ) as "adjustments"
      from "line_item" t1
      where t1."cart_id" = t0."id"
    ) r
  ) as "items", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t3."id", t3."shipping_option_id", t3."order_id", t3."claim_order_id", t3."cart_id", t3."swap_id",
        t3."return_id", t3."price", t3."data", t3."includes_tax", t3."shipping_option_id" as "shipping_option"
      from "shipping_method" t3
      where t3."cart_id" = t0."id"
    ) r
  ) as "shipping_methods", json_build_object('shipping_rates', coalesce((
    select json_agg(json_build_array(method.id, coalesce((
      select json_agg(json_build_object('rate', coalesce(rate.rate, 0), 'name', rate.name, 'code', rate.code) order by rate.created_at,
        rate.id)
      from tax_rate rate
      where rate.id in (
        select attached.rate_id
        from shipping_tax_rate attached
        where attached.shipping_option_id = method.shipping_option_id
      )
    ), '[]'::json)))
    from shipping_method method
    where method.cart_id = t0.id
  ), '[]'::json), 'custom_shipping_prices', coalesce((
    select json_object_agg(agreed.shipping_option_id, agreed.price)
    from custom_shipping_option agreed
    where agreed.cart_id = t0.id
    and agreed.deleted_at is null
  ), '{}'::json)) as "$shipping", json_build_object('cart', concat(t0.xmin, '@', extract(epoch from pg_postmaster_start_time())),
    'stock', (
    select json_agg(json_build_array(line.id, piece.inventory_quantity, piece.updated_at) order by line.id)::text
    from line_item line
    join product_variant piece
    on piece.id = line.variant_id
    where line.cart_id = t0.id
  )) as "$versions:04"
  from "cart" t0
  where t0."id" = $1
  and coalesce(t0."deleted_at", 'infinity') = 'infinity'
) r;

-- 8. commit
commit;
