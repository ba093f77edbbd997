-- POST /store/carts

-- 1. begin
begin;

-- 2. cart-context
select (
  select row_to_json(found)
  from (
    select home.id, home.currency_code, home.tax_rate, home.tax_provider_id, home.automatic_taxes,
      home.gift_cards_taxable, home.includes_tax, home.deleted_at, (
      select currency.includes_tax
      from currency
      where currency.code = home.currency_code
    ) as currency_includes_tax, coalesce((
      select json_agg(json_build_object('iso_2', country.iso_2) order by country.iso_2)
      from country
      where country.region_id = home.id
    ), '[]'::json) as countries, coalesce((
      select json_agg(json_build_object('id', offered.provider_id))
      from region_payment_providers offered
      where offered.region_id = home.id
    ), '[]'::json) as payment_providers
    from region home
    where home.deleted_at is null
    and ($1::text is null or home.id = $2)
    order by home.created_at, home.id
    limit 1
  ) found
) as region, (
  select json_build_object('id', sold.id, 'name', sold.name, 'is_disabled', sold.is_disabled)
  from sales_channel sold
  where sold.deleted_at is null
  and sold.id = coalesce($3::text, (
    select store.default_sales_channel_id
    from store
    order by store.created_at
    limit 1
  ))
) as channel, (
  select json_build_object('id', buyer.id, 'email', buyer.email, 'group_ids', coalesce((
    select json_agg(members.customer_group_id)
    from customer_group_customers members
    where members.customer_id = buyer.id
    and buyer.has_account
  ), '[]'::json))
  from customer buyer
  where buyer.id = $4
  and buyer.deleted_at is null
) as customer;

-- 3. cart-insert, writes
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
insert into cart(id, email, customer_id, region_id, sales_channel_id, billing_address_id, shipping_address_id,
  context, type, metadata)
values ($2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::cart_type_enum, $11::jsonb);

-- 4. event-announce, writes
insert into tradewind.event(id, name, entity_id, data, user_id, customer_id, traceparent)
values ($1, $2, $3, $4::jsonb, $5, $6, $7);

-- 5. read model
select row_to_json(r) as data, (
  select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
  from tradewind.reference_data_change
) as version
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
  ), 'referenceData', (
    select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
    from tradewind.reference_data_change
  ), 'catalogue', (
    select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
    from tradewind.catalogue_change
  ), 'isLocated', (
    select exists (
      select 1
      from stock_location place
      where place.deleted_at is null
    )
  )) as "$versions:02137"
  from "cart" t0
  where t0."id" = $1
  and coalesce(t0."deleted_at", 'infinity') = 'infinity'
) r;

-- 6. commit
commit;

-- 7. events-notify
select pg_notify('tradewind_event', '')
where exists (
  select
  from tradewind.event_cursor
);
