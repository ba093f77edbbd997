-- POST /store/carts/{cart}/complete

-- 1. begin
begin;

-- 2. cart-lock, writes
select completed_at::text
from cart
where id = $1
and deleted_at is null
for no key update;

-- 3. cart-unchanged-013725
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
  and (
    select string_agg(session.xmin::text, ',' order by session.id)
    from payment_session session
    where session.cart_id = looked.id
  ) is not distinct from $6
  from cart looked
  where looked.id = $7
  and looked.deleted_at is null
));

-- 4. order-place, writes
with paid as (
  insert into payment(id, cart_id, order_id, swap_id, amount, currency_code, provider_id, data, captured_at)
  select sent.id, sent.cart_id, sent.order_id, sent.swap_id, sent.amount, sent.currency_code, sent.provider_id,
    sent.data, case when $1::boolean then now() end
  from jsonb_populate_recordset(null::payment, $2::jsonb) sent
)
insert into "order" (id, cart_id, customer_id, email, billing_address_id, shipping_address_id, region_id,
  currency_code, sales_channel_id, payment_status, metadata, draft_order_id, no_notification)
values ($3, $4, $5, $6, $7, $8, $9, $10, $11, (case when $12::boolean then 'captured' else 'awaiting' end)::order_payment_status_enum,
  $13::jsonb, $14, $15::boolean);

-- 5. cart-complete, writes
with authorized as (
  update payment_session
  set status = 'authorized', data = $1::jsonb, payment_authorized_at = now(), updated_at = now()
  where id = $2
  and cart_id = $3
)
update cart
set completed_at = now(), payment_authorized_at = now(), payment_id = $4, updated_at = now()
where id = $5;

-- 6. move-lines-order_id, writes
with lines as (
  update line_item
  set "order_id" = $1, updated_at = now()
  where cart_id = $2
  and not is_return
), methods as (
  update shipping_method
  set "order_id" = $3, price = case when $4::boolean then 0 else price end
  where cart_id = $5
), line_taxes as (
  insert into line_item_tax_line(id, item_id, rate, name, code)
  select sent.id, sent.item_id, sent.rate, sent.name, sent.code
  from jsonb_to_recordset($6::jsonb) as sent(id varchar, item_id varchar, rate real, name varchar, code varchar)
  on conflict(item_id, code) do update set rate = excluded.rate, name = excluded.name, updated_at = now()
)
insert into shipping_method_tax_line(id, shipping_method_id, rate, name, code)
select sent.id, sent.shipping_method_id, sent.rate, sent.name, sent.code
from jsonb_to_recordset($7::jsonb) as sent(id varchar, shipping_method_id varchar, rate real, name varchar,
  code varchar)
on conflict(shipping_method_id, code) do update set rate = excluded.rate, name = excluded.name, updated_at = now();

-- 7. stock-take-own, writes
with locked as (
  select id
  from product_variant
  where id = any ($1)
  order by id
  for no key update
), taken as (
  update product_variant variant
  set inventory_quantity = variant.inventory_quantity - requested.quantity, updated_at = now()
  from locked, unnest($2::text[], $3::integer[]) as requested(id, quantity)
  where variant.id = any ($4)
  and variant.id = locked.id
  and variant.id = requested.id
  and ($5::boolean or variant.deleted_at is null and (not variant.manage_inventory or variant.allow_backorder or variant.inventory_quantity >= requested.quantity))
  returning variant.id
)
select tradewind.assert_stock_taken($6::text[], array(
  select id::text
  from taken
));

-- 8. event-announce, writes
insert into tradewind.event(id, name, entity_id, data, user_id, customer_id, traceparent)
values ($1, $2, $3, $4::jsonb, $5, $6, $7);

-- 9. read model
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
  select t0."id", t0."created_at", t0."updated_at", t0."status", t0."fulfillment_status", t0."payment_status",
    t0."display_id", t0."cart_id", t0."customer_id", t0."email", t0."billing_address_id",
    t0."shipping_address_id", t0."region_id", t0."currency_code", t0."tax_rate", t0."draft_order_id",
    t0."canceled_at", t0."metadata", t0."no_notification", t0."idempotency_key", t0."external_id",
    t0."sales_channel_id", 'order'::text as "object", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t1."id", t1."created_at", t1."updated_at", t1."cart_id", t1."order_id", t1."swap_id",
        t1."claim_order_id", t1."original_item_id", t1."order_edit_id", t1."title", t1."description", t1."thumbnail",
        t1."is_return", t1."is_giftcard", t1."should_merge", t1."allow_discounts", t1."has_shipping", t1."unit_price",
        t1."variant_id", t1."quantity", t1."fulfilled_quantity", t1."returned_quantity", t1."shipped_quantity",
        t1."metadata", t1."includes_tax", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t2."id", t2."created_at", t2."updated_at", t2."rate", t2."name", t2."code", t2."metadata", t2."item_id"
          from "line_item_tax_line" t2
          where t2."item_id" = t1."id"
        ) r
      ) as "tax_lines", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t3."id", t3."item_id", t3."description", t3."discount_id", t3."amount", t3."metadata"
          from "line_item_adjustment" t3
          where t3."item_id" = t1."id"
        ) r
      ) as "adjustments", (
        select row_to_json(r)
        from (
          select t4."id", t4."created_at", t4."updated_at", t4."deleted_at", t4."title", t4."product_id", t4."sku",
            t4."barcode", t4."ean", t4."upc", t4."variant_rank", t4."inventory_quantity", t4."allow_backorder",
            t4."manage_inventory", t4."hs_code", t4."origin_country", t4."mid_code", t4."material", t4."weight",
            t4."length", t4."height", t4."width", t4."metadata"
          from "product_variant" t4
          where t4."id" = t1."variant_id"
        ) r
      ) as "variant"
      from "line_item" t1
      where t1."order_id" = t0."id"
    ) r
  ) as "items", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t5."id", t5."shipping_option_id", t5."order_id", t5."claim_order_id", t5."cart_id", t5."swap_id",
        t5."return_id", t5."price", t5."data", t5."includes_tax", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t6."id", t6."created_at", t6."updated_at", t6."rate", t6."name", t6."code", t6."metadata",
            t6."shipping_method_id"
          from "shipping_method_tax_line" t6
          where t6."shipping_method_id" = t5."id"
        ) r
      ) as "tax_lines"
      from "shipping_method" t5
      where t5."order_id" = t0."id"
    ) r
  ) as "shipping_methods", t0."region_id" as "region", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t7."id", t7."created_at", t7."updated_at", t7."swap_id", t7."cart_id", t7."order_id", t7."amount",
        t7."currency_code", t7."amount_refunded", t7."provider_id", t7."data", t7."captured_at", t7."canceled_at",
        t7."metadata", t7."idempotency_key"
      from "payment" t7
      where t7."order_id" = t0."id"
    ) r
  ) as "payments", (
    select row_to_json(r)
    from (
      select t8."id", t8."created_at", t8."updated_at", t8."deleted_at", t8."customer_id", t8."company",
        t8."first_name", t8."last_name", t8."address_1", t8."address_2", t8."city", t8."country_code", t8."province",
        t8."postal_code", t8."phone", t8."metadata"
      from "address" t8
      where t8."id" = t0."shipping_address_id"
      and coalesce(t8."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "shipping_address"
  from "order" t0
  where t0."id" = $1
) r;

-- 10. commit
commit;
