-- POST /store/carts/{cart}/payment-sessions

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

-- 4. payment-sessions-insert, writes
with sent as (
  select *
  from jsonb_to_recordset($1::jsonb) as sent(id varchar, provider_id varchar, is_selected boolean, is_initiated boolean,
    status payment_session_status_enum, data jsonb, amount integer)
)
insert into payment_session(id, cart_id, provider_id, is_selected, is_initiated, status, data, amount)
select sent.id, $2, sent.provider_id, sent.is_selected, sent.is_initiated, sent.status, sent.data, sent.amount
from sent;

-- 5. read model
select row_to_json(r) as data, (
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
      select t1."id", t1."created_at", t1."updated_at", t1."cart_id", t1."provider_id", t1."is_selected",
        t1."is_initiated", t1."status", t1."data", t1."idempotency_key", t1."amount", t1."payment_authorized_at"
      from "payment_session" t1
      where t1."cart_id" = t0."id"
    ) r
  ) as "payment_sessions", json_build_object('cart', concat(t0.xmin, '@', extract(epoch from pg_postmaster_start_time())),
    'sessions', (
    select string_agg(session.xmin::text, ',' order by session.id)
    from payment_session session
    where session.cart_id = t0.id
  ), 'stock', (
    select json_agg(json_build_array(line.id, piece.inventory_quantity, piece.updated_at) order by line.id)::text
    from line_item line
    join product_variant piece
    on piece.id = line.variant_id
    where line.cart_id = t0.id
  )) as "$versions:054"
  from "cart" t0
  where t0."id" = $1
  and coalesce(t0."deleted_at", 'infinity') = 'infinity'
) r;

-- 6. commit
commit;
