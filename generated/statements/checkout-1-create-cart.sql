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
  select json_build_object('id', buyer.id, 'email', buyer.email, 'has_account', buyer.has_account, 'group_ids',
    coalesce((
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
  ) as "customer", t0."sales_channel_id" as "sales_channel", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t4."id", t4."created_at", t4."updated_at", t4."cart_id", t4."order_id", t4."swap_id",
        t4."claim_order_id", t4."original_item_id", t4."order_edit_id", t4."title", t4."description", t4."thumbnail",
        t4."is_return", t4."is_giftcard", t4."should_merge", t4."allow_discounts", t4."has_shipping", t4."unit_price",
        t4."variant_id", t4."quantity", t4."fulfilled_quantity", t4."returned_quantity", t4."shipped_quantity",
        t4."metadata", t4."includes_tax", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t5."id", t5."item_id", t5."description", t5."discount_id", t5."amount", t5."metadata"
          from "line_item_adjustment" t5
          where t5."item_id" = t4."id"
        ) r
      ) as "adjustments", (
        select row_to_json(r)
        from (
          select t6."id", t6."created_at", t6."updated_at", t6."deleted_at", t6."title", t6."product_id", t6."sku",
            t6."barcode", t6."ean", t6."upc", t6."variant_rank", t6."inventory_quantity", t6."allow_backorder",
            t6."manage_inventory", t6."hs_code", t6."origin_country", t6."mid_code", t6."material", t6."weight",
            t6."length", t6."height", t6."width", t6."metadata", (
            select row_to_json(r)
            from (
              select t7."id", t7."created_at", t7."updated_at", t7."deleted_at", t7."title", t7."subtitle", t7."description",
                t7."handle", t7."is_giftcard", t7."status", t7."thumbnail", t7."weight", t7."length", t7."height", t7."width",
                t7."hs_code", t7."origin_country", t7."mid_code", t7."material", t7."collection_id", t7."type_id",
                t7."discountable", t7."external_id", t7."metadata", (
                select coalesce(json_agg(r), '[]'::json)
                from (
                  select t8."id", t8."created_at", t8."updated_at", t8."deleted_at", t8."name", t8."type", t8."metadata"
                  from "shipping_profile" t8
                  join "product_shipping_profile" t8j
                  on t8j."profile_id" = t8."id"
                  where t8j."product_id" = t7."id"
                  and coalesce(t8."deleted_at", 'infinity') = 'infinity'
                ) r
              ) as "profiles"
              from "product" t7
              where t7."id" = t6."product_id"
              and coalesce(t7."deleted_at", 'infinity') = 'infinity'
            ) r
          ) as "product"
          from "product_variant" t6
          where t6."id" = t4."variant_id"
          and coalesce(t6."deleted_at", 'infinity') = 'infinity'
        ) r
      ) as "variant"
      from "line_item" t4
      where t4."cart_id" = t0."id"
    ) r
  ) as "items", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t9."id", t9."shipping_option_id", t9."order_id", t9."claim_order_id", t9."cart_id", t9."swap_id",
        t9."return_id", t9."price", t9."data", t9."includes_tax", t9."shipping_option_id" as "shipping_option"
      from "shipping_method" t9
      where t9."cart_id" = t0."id"
    ) r
  ) as "shipping_methods", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t10."id", t10."created_at", t10."updated_at", t10."cart_id", t10."provider_id", t10."is_selected",
        t10."is_initiated", t10."status", t10."data", t10."idempotency_key", t10."amount",
        t10."payment_authorized_at"
      from "payment_session" t10
      where t10."cart_id" = t0."id"
    ) r
  ) as "payment_sessions", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t11."id", t11."created_at", t11."updated_at", t11."deleted_at", t11."code", t11."is_dynamic",
        t11."rule_id", t11."is_disabled", t11."parent_discount_id", t11."starts_at", t11."ends_at",
        t11."valid_duration", t11."usage_limit", t11."usage_count", t11."metadata", (
        select row_to_json(r)
        from (
          select t12."id", t12."created_at", t12."updated_at", t12."deleted_at", t12."description", t12."type",
            t12."value", t12."allocation", t12."metadata"
          from "discount_rule" t12
          where t12."id" = t11."rule_id"
        ) r
      ) as "rule"
      from "discount" t11
      join "cart_discounts" t11j
      on t11j."discount_id" = t11."id"
      where t11j."cart_id" = t0."id"
      and coalesce(t11."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "discounts", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t13."id", t13."created_at", t13."updated_at", t13."deleted_at", t13."code", t13."value", t13."balance",
        t13."region_id", t13."order_id", t13."is_disabled", t13."ends_at", t13."tax_rate", t13."metadata"
      from "gift_card" t13
      join "cart_gift_cards" t13j
      on t13j."gift_card_id" = t13."id"
      where t13j."cart_id" = t0."id"
      and coalesce(t13."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "gift_cards", (
    select row_to_json(r)
    from (
      select t14."id", t14."created_at", t14."updated_at", t14."swap_id", t14."cart_id", t14."order_id", t14."amount",
        t14."currency_code", t14."amount_refunded", t14."provider_id", t14."data", t14."captured_at",
        t14."canceled_at", t14."metadata", t14."idempotency_key"
      from "payment" t14
      where t14."id" = t0."payment_id"
    ) r
  ) as "payment", json_build_object('is_swap', t0.type = 'swap', 'is_draft', t0.type = 'draft_order',
    'customer_id', t0.customer_id, 'email', t0.email, 'completed_at', t0.completed_at, 'customer', (
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
  ), 'lines', coalesce((
    select json_agg(json_build_array(line.id, json_build_object('rates', coalesce((
      select json_agg(json_build_object('rate', coalesce(rate.rate, 0), 'name', rate.name, 'code', rate.code) order by rate.created_at,
        rate.id)
      from tax_rate rate
      where rate.region_id = t0.region_id
      and rate.id in (
        select attached.rate_id
        from product_tax_rate attached
        where attached.product_id = goods.id
        union
        select attached.rate_id
        from product_type_tax_rate attached
        where attached.product_type_id = goods.type_id
      )
    ), '[]'::json), 'profiles', array(
      select placed.profile_id
      from product_shipping_profile placed
      where placed.product_id = goods.id
    ))))
    from line_item line
    join product_variant piece
    on piece.id = line.variant_id
    join product goods
    on goods.id = piece.product_id
    where line.cart_id = t0.id
  ), '[]'::json), 'shipping_rates', coalesce((
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
  ), '{}'::json), 'returned_rates', case when t0.type = 'swap' then coalesce((
    select json_agg(json_build_array(line.id, coalesce((
      select json_agg(json_build_object('id', stored.id, 'created_at', to_char(stored.created_at at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(stored.updated_at at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'rate', stored.rate, 'name', stored.name, 'code', stored.code, 'metadata',
        stored.metadata) order by stored.created_at, stored.id)
      from line_item_tax_line stored
      where stored.item_id = line.id
    ), '[]'::json)))
    from line_item line
    where line.cart_id = t0.id
    and line.is_return
  ), '[]'::json) else '[]'::json end, 'spent', coalesce((
    select json_agg(json_build_object('id', used.gift_card_id, 'balance', used.amount, 'tax_rate', case when used.is_taxable is not null then used.tax_rate else (
      select case when home.gift_cards_taxable
      or coalesce(card.tax_rate, 0) <> 0 then coalesce(card.tax_rate, home.tax_rate) else used.tax_rate end
      from gift_card card, region home
      where card.id = used.gift_card_id
      and home.id = placed.region_id
    ) end, 'ends_at', null))
    from gift_card_transaction used
    join "order" placed
    on placed.id = used.order_id
    where t0.completed_at is not null
    and placed.cart_id = t0.id
  ), '[]'::json), 'tax_answer', (
    select json_build_object('content', answer.content, 'lines', answer.lines)
    from tradewind.tax_answer answer
    where answer.cart_id = t0.id
    and answer.created_at > now() - interval '1 hour'
  )) as "$facts", json_build_object('cart', concat(t0.xmin, '@', extract(epoch from pg_postmaster_start_time())),
    'referenceData', (
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
  ), 'customer', (
    select buyer.xmin::text
    from customer buyer
    where buyer.id = t0.customer_id
  ), 'sessions', (
    select string_agg(session.xmin::text, ',' order by session.id)
    from payment_session session
    where session.cart_id = t0.id
  ), 'codes', (
    select string_agg(version, ',' order by version)
    from (
      select concat_ws('.', discount.id, discount.xmin, rule.xmin)
      from cart_discounts used
      join discount
      on discount.id = used.discount_id
      join discount_rule rule
      on rule.id = discount.rule_id
      where used.cart_id = t0.id
      union all
      select concat_ws('.', card.id, card.xmin)
      from cart_gift_cards used
      join gift_card card
      on card.id = used.gift_card_id
      where used.cart_id = t0.id
    ) used(version)
  ), 'stock', (
    select json_agg(json_build_array(line.id, piece.inventory_quantity, piece.updated_at) order by line.id)::text
    from line_item line
    join product_variant piece
    on piece.id = line.variant_id
    where line.cart_id = t0.id
  )) as "$versions:01372564"
  from "cart" t0
  where t0."id" = $1
  and coalesce(t0."deleted_at", 'infinity') = 'infinity'
) r;

-- 6. commit
commit;
