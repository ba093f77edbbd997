-- GET /store/orders/{order}

-- 1. read model
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
  select 'order'::text as "object", t0."id", t0."status", t0."fulfillment_status", t0."payment_status",
    t0."display_id", t0."cart_id", t0."customer_id", t0."email", t0."region_id", t0."currency_code",
    t0."tax_rate", t0."created_at", (
    select row_to_json(r)
    from (
      select t1."id", t1."created_at", t1."updated_at", t1."deleted_at", t1."customer_id", t1."company",
        t1."first_name", t1."last_name", t1."address_1", t1."address_2", t1."city", t1."country_code", t1."province",
        t1."postal_code", t1."phone", t1."metadata"
      from "address" t1
      where t1."id" = t0."shipping_address_id"
      and coalesce(t1."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "shipping_address", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t2."id", t2."created_at", t2."updated_at", t2."claim_order_id", t2."swap_id", t2."order_id",
        t2."no_notification", t2."provider_id", t2."location_id", t2."tracking_numbers", t2."data", t2."shipped_at",
        t2."canceled_at", t2."metadata", t2."idempotency_key", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t3."id", t3."created_at", t3."updated_at", t3."deleted_at", t3."url", t3."tracking_number",
            t3."fulfillment_id", t3."idempotency_key", t3."metadata"
          from "tracking_link" t3
          where t3."fulfillment_id" = t2."id"
          and t3."deleted_at" is null
        ) r
      ) as "tracking_links", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t4."fulfillment_id", t4."item_id", t4."quantity"
          from "fulfillment_item" t4
          where t4."fulfillment_id" = t2."id"
        ) r
      ) as "items"
      from "fulfillment" t2
      where t2."order_id" = t0."id"
    ) r
  ) as "fulfillments", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t5."id", t5."shipping_option_id", t5."order_id", t5."claim_order_id", t5."cart_id", t5."swap_id",
        t5."return_id", t5."price", t5."data", t5."includes_tax", t5."shipping_option_id" as "shipping_option", (
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
  ) as "shipping_methods", (
    select row_to_json(r)
    from (
      select t7."id", t7."created_at", t7."updated_at", t7."deleted_at", t7."email", t7."first_name", t7."last_name",
        t7."billing_address_id", t7."phone", t7."has_account", t7."metadata"
      from "customer" t7
      where t7."id" = t0."customer_id"
      and coalesce(t7."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "customer", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t8."id", t8."created_at", t8."updated_at", t8."cart_id", t8."order_id", t8."swap_id",
        t8."claim_order_id", t8."original_item_id", t8."order_edit_id", t8."title", t8."description", t8."thumbnail",
        t8."is_return", t8."is_giftcard", t8."should_merge", t8."allow_discounts", t8."has_shipping", t8."unit_price",
        t8."variant_id", t8."quantity", t8."fulfilled_quantity", t8."returned_quantity", t8."shipped_quantity",
        t8."metadata", t8."includes_tax", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t9."id", t9."created_at", t9."updated_at", t9."rate", t9."name", t9."code", t9."metadata", t9."item_id"
          from "line_item_tax_line" t9
          where t9."item_id" = t8."id"
        ) r
      ) as "tax_lines", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t10."id", t10."item_id", t10."description", t10."discount_id", t10."amount", t10."metadata"
          from "line_item_adjustment" t10
          where t10."item_id" = t8."id"
        ) r
      ) as "adjustments", (
        select row_to_json(r)
        from (
          select t11."id", t11."created_at", t11."updated_at", t11."deleted_at", t11."title", t11."product_id", t11."sku",
            t11."barcode", t11."ean", t11."upc", t11."variant_rank", t11."inventory_quantity", t11."allow_backorder",
            t11."manage_inventory", t11."hs_code", t11."origin_country", t11."mid_code", t11."material", t11."weight",
            t11."length", t11."height", t11."width", t11."metadata"
          from "product_variant" t11
          where t11."id" = t8."variant_id"
        ) r
      ) as "variant"
      from "line_item" t8
      where t8."order_id" = t0."id"
    ) r
  ) as "items", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t12."id", t12."created_at", t12."updated_at", t12."deleted_at", t12."code", t12."is_dynamic",
        t12."rule_id", t12."is_disabled", t12."parent_discount_id", t12."starts_at", t12."ends_at",
        t12."valid_duration", t12."usage_limit", t12."usage_count", t12."metadata", (
        select row_to_json(r)
        from (
          select t13."id", t13."created_at", t13."updated_at", t13."deleted_at", t13."description", t13."type",
            t13."value", t13."allocation", t13."metadata"
          from "discount_rule" t13
          where t13."id" = t12."rule_id"
        ) r
      ) as "rule"
      from "discount" t12
      join "order_discounts" t12j
      on t12j."discount_id" = t12."id"
      where t12j."order_id" = t0."id"
    ) r
  ) as "discounts", t0."region_id" as "region", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t14."id", t14."created_at", t14."updated_at", t14."swap_id", t14."cart_id", t14."order_id", t14."amount",
        t14."currency_code", t14."amount_refunded", t14."provider_id", t14."data", t14."captured_at",
        t14."canceled_at", t14."metadata", t14."idempotency_key"
      from "payment" t14
      where t14."order_id" = t0."id"
    ) r
  ) as "payments", json_build_object('customer_id', t0.customer_id, 'tax_rate', t0.tax_rate, 'lines', coalesce((
    select json_agg(json_build_object('id', line.id, 'unit_price', line.unit_price, 'quantity', line.quantity,
      'includes_tax', line.includes_tax, 'returned_quantity', line.returned_quantity, 'returned_unsent',
      line.returned_unsent, 'tax_lines', coalesce((
      select json_agg(json_build_object('rate', tax.rate, 'name', tax.name, 'code', tax.code))
      from line_item_tax_line tax
      where tax.item_id = line.id
    ), '[]'::json), 'adjustments', coalesce((
      select json_agg(json_build_object('amount', less.amount))
      from line_item_adjustment less
      where less.item_id = line.id
    ), '[]'::json)))
    from line_item line
    where line.order_id = t0.id
  ), '[]'::json), 'shipping_methods', coalesce((
    select json_agg(json_build_object('id', method.id, 'price', method.price, 'includes_tax', method.includes_tax,
      'tax_lines', coalesce((
      select json_agg(json_build_object('rate', tax.rate, 'name', tax.name, 'code', tax.code))
      from shipping_method_tax_line tax
      where tax.shipping_method_id = method.id
    ), '[]'::json)))
    from shipping_method method
    where method.order_id = t0.id
  ), '[]'::json), 'gift_card_uses', coalesce((
    select json_agg(json_build_object('gift_card_id', used.gift_card_id, 'amount', used.amount, 'limits_tax',
      used.limits_tax, 'tax_rate', case when used.is_taxable is not null then used.tax_rate else (
      select case when home.gift_cards_taxable
      or coalesce(card.tax_rate, 0) <> 0 then coalesce(card.tax_rate, home.tax_rate) else used.tax_rate end
      from gift_card card, region home
      where card.id = used.gift_card_id
      and home.id = t0.region_id
    ) end) order by used.created_at, used.id)
    from gift_card_transaction used
    where used.order_id = t0.id
  ), '[]'::json), 'paid', coalesce((
    select json_agg(paid.amount)
    from payment paid
    where paid.order_id = t0.id
    and (paid.canceled_at is null or paid.swap_id is null)
  ), '[]'::json), 'refunded', coalesce((
    select json_agg(back.amount)
    from refund back
    where back.order_id = t0.id
  ), '[]'::json), 'additional_lines', coalesce((
    select json_agg(json_build_object('id', line.id, 'unit_price', line.unit_price, 'quantity', line.quantity,
      'includes_tax', line.includes_tax, 'returned_quantity', line.returned_quantity, 'returned_unsent',
      line.returned_unsent, 'tax_lines', coalesce((
      select json_agg(json_build_object('rate', tax.rate, 'name', tax.name, 'code', tax.code))
      from line_item_tax_line tax
      where tax.item_id = line.id
    ), '[]'::json), 'adjustments', coalesce((
      select json_agg(json_build_object('amount', less.amount))
      from line_item_adjustment less
      where less.item_id = line.id
    ), '[]'::json)))
    from line_item line
    where line.swap_id = any (array(
      select later.id
      from swap later
      where later.order_id = t0.id
    ))
    or line.claim_order_id = any (array(
      select later.id
      from claim_order later
      where later.order_id = t0.id
    ))
  ), '[]'::json)) as "$facts"
  from (
    select *
    from "order" t0
    where true
    and t0."id" = $1
    order by t0."id"
    limit $2
    offset $3
  ) t0
  order by t0."id"
) r;

-- 2. read model
select requested.key, (
  select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
  from tradewind.reference_data_change
) as version, (
  select row_to_json(r)
  from (
    select t0."id", t0."created_at", t0."updated_at", t0."deleted_at", t0."name", t0."region_id", t0."profile_id",
      t0."provider_id", t0."price_type", t0."amount", t0."is_return", t0."admin_only", t0."data", t0."metadata",
      t0."includes_tax"
    from "shipping_option" t0
    where t0."id" = requested.key
    and coalesce(t0."deleted_at", 'infinity') = 'infinity'
  ) r
) as data
from unnest($1::text[]) as requested(key);

-- 3. read model
select requested.key, (
  select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
  from tradewind.reference_data_change
) as version, (
  select row_to_json(r)
  from (
    select t0."id", t0."created_at", t0."updated_at", t0."deleted_at", t0."name", t0."currency_code", t0."tax_rate",
      t0."tax_code", t0."gift_cards_taxable", t0."automatic_taxes", t0."tax_provider_id", t0."metadata",
      t0."includes_tax"
    from "region" t0
    where t0."id" = requested.key
  ) r
) as data
from unnest($1::text[]) as requested(key);
