-- POST /store/carts/{cart}

-- 1. begin
begin;

-- 2. cart-lock, writes
select completed_at::text
from cart
where id = $1
and deleted_at is null
for no key update;

-- 3. cart-unchanged-0137
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
  from cart looked
  where looked.id = $5
  and looked.deleted_at is null
));

-- 4. customer-guest-find-or-insert, writes
with known as (
  select id, email
  from customer
  where email = $1
  and not has_account
  and deleted_at is null
), made as (
  insert into customer(id, email, has_account)
  select $2, $3, false
  where not exists (
    select 1
    from known
  )
  on conflict(email, has_account)
  where deleted_at is null do nothing
  returning id, email
)
select id, email, false as "isNew"
from known
union all
select id, email, true
from made;

-- 5. cart-update, writes
with addressed as (
  insert into address("id", "customer_id", "company", "first_name", "last_name", "address_1", "address_2", "city",
    "country_code", "province", "postal_code", "phone", "metadata")
  select "id", "customer_id", "company", "first_name", "last_name", "address_1", "address_2", "city",
    "country_code", "province", "postal_code", "phone", "metadata"
  from jsonb_populate_recordset(null::address, $1::jsonb)
  on conflict(id) do update set "company" = excluded."company", "first_name" = excluded."first_name", "last_name" = excluded."last_name",
    "address_1" = excluded."address_1", "address_2" = excluded."address_2", "city" = excluded."city",
    "country_code" = excluded."country_code", "province" = excluded."province", "postal_code" = excluded."postal_code",
    "phone" = excluded."phone", "metadata" = excluded."metadata", updated_at = now()
)
update cart
set email = $2, customer_id = $3, region_id = $4, sales_channel_id = $5, billing_address_id = $6,
  shipping_address_id = $7, context = $8::jsonb, updated_at = now()
where id = $9;

-- 6. event-announce-all, writes
insert into tradewind.event(id, name, entity_id, data, user_id, customer_id, traceparent)
select new_event.id, new_event.name, new_event.entity, new_event.data::jsonb, $1, $2, $3
from unnest($4::text[], $5::text[], $6::text[], $7::text[]) as new_event(id, name, entity, data)
order by new_event.id;

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
  select t0."id", t0."created_at", t0."updated_at", t0."deleted_at", t0."email", t0."billing_address_id",
    t0."shipping_address_id", t0."region_id", t0."customer_id", t0."payment_id", t0."type", t0."completed_at",
    t0."payment_authorized_at", t0."idempotency_key", t0."context", t0."metadata", t0."sales_channel_id", 'cart'::text as "object",
    t0."region_id" as "region", (
    select row_to_json(r)
    from (
      select t1."id", t1."created_at", t1."updated_at", t1."deleted_at", t1."customer_id", t1."company",
        t1."first_name", t1."last_name", t1."address_1", t1."address_2", t1."city", t1."country_code", t1."province",
        t1."postal_code", t1."phone", t1."metadata"
      from "address" t1
      where t1."id" = t0."billing_address_id"
      and coalesce(t1."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "billing_address", (
    select row_to_json(r)
    from (
      select t2."id", t2."created_at", t2."updated_at", t2."deleted_at", t2."customer_id", t2."company",
        t2."first_name", t2."last_name", t2."address_1", t2."address_2", t2."city", t2."country_code", t2."province",
        t2."postal_code", t2."phone", t2."metadata"
      from "address" t2
      where t2."id" = t0."shipping_address_id"
      and coalesce(t2."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "shipping_address", (
    select row_to_json(r)
    from (
      select t3."id", t3."created_at", t3."updated_at", t3."deleted_at", t3."email", t3."first_name", t3."last_name",
        t3."billing_address_id", t3."phone", t3."has_account", t3."metadata"
      from "customer" t3
      where t3."id" = t0."customer_id"
      and coalesce(t3."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "customer", t0."sales_channel_id" as "sales_channel", json_build_object('is_swap', t0.type = 'swap',
    'is_draft', t0.type = 'draft_order', 'customer_id', t0.customer_id, 'email', t0.email, 'completed_at',
    t0.completed_at, 'customer', (
    select json_build_object('id', buyer.id, 'email', buyer.email, 'first_name', buyer.first_name, 'last_name',
      buyer.last_name, 'has_account', buyer.has_account, 'metadata', buyer.metadata)
    from customer buyer
    where buyer.id = t0.customer_id
    and coalesce(buyer."deleted_at", 'infinity') = 'infinity'
  ), 'currency_includes_tax', (
    select currency.includes_tax
    from region home
    join currency
    on currency.code = home.currency_code
    where home.id = t0.region_id
  ), 'customer_group_ids', coalesce((
    select json_agg(members.customer_group_id)
    from customer_group_customers members
    join customer known
    on known.id = members.customer_id
    and known.has_account
    where members.customer_id = t0.customer_id
  ), '[]'::json), 'is_stock_by_location', (
    select exists (
      select 1
      from stock_location place
      where place.deleted_at is null
    )
  ), 'reference_data_version', (
    select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
    from tradewind.reference_data_change
  )) as "$own", json_build_object('cart', concat(t0.xmin, '@', extract(epoch from pg_postmaster_start_time())),
    'customer', (
    select buyer.xmin::text
    from customer buyer
    where buyer.id = t0.customer_id
  ), 'stock', (
    select json_agg(json_build_array(line.id, piece.inventory_quantity, piece.updated_at) order by line.id)::text
    from line_item line
    join product_variant piece
    on piece.id = line.variant_id
    where line.cart_id = t0.id
  )) as "$versions:024"
  from "cart" t0
  where t0."id" = $1
  and coalesce(t0."deleted_at", 'infinity') = 'infinity'
) r;

-- 8. commit
commit;
