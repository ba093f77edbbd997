-- GET /store/products/{product}?region_id={region}

-- 1. catalogue-changes
with noted as materialized (
  select (
    select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
    from tradewind.catalogue_change
  ) || '@' || extract(epoch from pg_postmaster_start_time()) as version
)
select pg_current_snapshot()::text as snapshot, noted.version, (
  select coalesce(string_agg(mark || '.' || xmin, ','), gen_random_uuid()::text)
  from tradewind.change_log_run
) || '@' || extract(epoch from pg_postmaster_start_time()) as run, (
  select array_agg(distinct subject)
  from tradewind.change_log
  where xid between pg_snapshot_xmin($1::pg_snapshot)
  and '18446744073709551615'::xid8
  and not pg_visible_in_snapshot(xid, $2::pg_snapshot)
) as subjects, case when noted.version is distinct from $3::text then (
  select floor(extract(epoch from least(min(edge.at), '9999-01-01')) * 1000)
  from price_list, lateral (values (starts_at), (ends_at)) as edge(at)
  where edge.at >= to_timestamp($4::double precision / 1000)
) end as until
from noted;

-- 2. stored-answers
with this as materialized (
  select (
    select coalesce(string_agg(mark || '.' || xmin, ','), gen_random_uuid()::text)
    from tradewind.change_log_run
  ) || '@' || extract(epoch from pg_postmaster_start_time()) as run, (extract(epoch from pg_postmaster_start_time()))::text as server, (
    select min(checked::text) filter(where checked_by::xid = xmin)
    from tradewind.change_log_run
    having count(*) = 1
  )::pg_snapshot as checked
)
select replace(stored.key::text, '-', '') as key, stored.body as json, stored.etag, stored.subjects
from tradewind.stored_answer stored, this
where stored.key = any ($1::uuid[])
and stored.valid_from <= $2::double precision
and $3::double precision < stored.valid_until
and ((stored.run = this.run or split_part(stored.run, '@', 2) = this.server and coalesce(pg_visible_in_snapshot(stored.written,
  this.checked), false)) and not exists (
  select
  from tradewind.change_log logged
  where logged.subject = any (stored.subjects)
  and logged.xid >= pg_snapshot_xmin(stored.snapshot)
  and not pg_visible_in_snapshot(logged.xid, stored.snapshot)
));

-- 3. read model
select row_to_json(r) as data, (
  select coalesce((
    select mark
    from tradewind.custom_field_version
    where id
  ), gen_random_uuid()::text)
) as fields
from (
  select t0."id", t0."created_at", t0."updated_at", t0."deleted_at", t0."title", t0."subtitle", t0."description",
    t0."handle", t0."is_giftcard", t0."status", t0."thumbnail", t0."weight", t0."length", t0."height", t0."width",
    t0."hs_code", t0."origin_country", t0."mid_code", t0."material", t0."collection_id", t0."type_id",
    t0."discountable", t0."external_id", t0."metadata", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t1."id", t1."created_at", t1."updated_at", t1."deleted_at", t1."title", t1."product_id", t1."sku",
        t1."barcode", t1."ean", t1."upc", t1."variant_rank", t1."inventory_quantity", t1."allow_backorder",
        t1."manage_inventory", t1."hs_code", t1."origin_country", t1."mid_code", t1."material", t1."weight",
        t1."length", t1."height", t1."width", t1."metadata", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t2."id", t2."created_at", t2."updated_at", t2."deleted_at", t2."currency_code", t2."amount",
            t2."min_quantity", t2."max_quantity", t2."price_list_id", t2."region_id", (
            select link.variant_id
            from product_variant_money_amount link
            where link.money_amount_id = t2.id
            limit 1
          ) as "variant_id", (
            select json_agg(members.customer_group_id)
            from price_list_customer_groups members
            where members.price_list_id = t2.price_list_id
          ) as "$groups", (t2.region_id is not null and exists (
            select 1
            from region
            where region.id = t2.region_id
            and region.includes_tax
            and region.deleted_at is null
          )) as "$region_includes_tax", (
            select row_to_json(r)
            from (
              select t3."id", t3."created_at", t3."updated_at", t3."deleted_at", t3."name", t3."description", t3."type",
                t3."status", t3."starts_at", t3."ends_at", t3."includes_tax"
              from "price_list" t3
              where t3."id" = t2."price_list_id"
              and coalesce(t3."deleted_at", 'infinity') = 'infinity'
            ) r
          ) as "price_list"
          from "money_amount" t2
          join "product_variant_money_amount" t2j
          on t2j."money_amount_id" = t2."id"
          where t2j."variant_id" = t1."id"
          and coalesce(t2."deleted_at", 'infinity') = 'infinity'
        ) r
      ) as "prices", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t4."id", t4."created_at", t4."updated_at", t4."deleted_at", t4."value", t4."option_id", t4."variant_id",
            t4."metadata"
          from "product_option_value" t4
          where t4."variant_id" = t1."id"
          and t4."deleted_at" is null
        ) r
      ) as "options"
      from "product_variant" t1
      where t1."product_id" = t0."id"
      and t1."deleted_at" is null
      order by t1."variant_rank", t1."id"
    ) r
  ) as "variants", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t5."id", t5."created_at", t5."updated_at", t5."deleted_at", t5."title", t5."product_id", t5."metadata", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t6."id", t6."created_at", t6."updated_at", t6."deleted_at", t6."value", t6."option_id", t6."variant_id",
            t6."metadata"
          from "product_option_value" t6
          where t6."option_id" = t5."id"
          and t6."deleted_at" is null
        ) r
      ) as "values"
      from "product_option" t5
      where t5."product_id" = t0."id"
      and t5."deleted_at" is null
    ) r
  ) as "options", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t7."id", t7."created_at", t7."updated_at", t7."deleted_at", t7."url", t7."metadata"
      from "image" t7
      join "product_images" t7j
      on t7j."image_id" = t7."id"
      where t7j."product_id" = t0."id"
      and coalesce(t7."deleted_at", 'infinity') = 'infinity'
      order by t7j."position", t7."created_at", t7."id"
    ) r
  ) as "images", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t8."id", t8."created_at", t8."updated_at", t8."deleted_at", t8."value", t8."metadata"
      from "product_tag" t8
      join "product_tags" t8j
      on t8j."product_tag_id" = t8."id"
      where t8j."product_id" = t0."id"
      and coalesce(t8."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "tags", (
    select row_to_json(r)
    from (
      select t9."id", t9."created_at", t9."updated_at", t9."deleted_at", t9."title", t9."handle", t9."metadata"
      from "product_collection" t9
      where t9."id" = t0."collection_id"
      and coalesce(t9."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "collection", (
    select row_to_json(r)
    from (
      select t10."id", t10."created_at", t10."updated_at", t10."deleted_at", t10."value", t10."metadata"
      from "product_type" t10
      where t10."id" = t0."type_id"
      and coalesce(t10."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "type", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t11."id", t11."created_at", t11."updated_at", t11."deleted_at", t11."name", t11."type", t11."metadata"
      from "shipping_profile" t11
      join "product_shipping_profile" t11j
      on t11j."profile_id" = t11."id"
      where t11j."product_id" = t0."id"
      and coalesce(t11."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "profiles", coalesce((
    select json_agg(json_build_object('id', rate.id, 'created_at', to_char(rate.created_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(rate.updated_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'rate', rate.rate, 'code', rate.code, 'name', rate.name, 'region_id',
      rate.region_id, 'metadata', rate.metadata) order by rate.created_at)
    from tax_rate rate
    where rate.region_id = coalesce($2::text, (
      select cart.region_id
      from cart
      where cart.id = $3
    ))
    and (exists (
      select 1
      from product_tax_rate attached
      where attached.rate_id = rate.id
      and attached.product_id = t0.id
    ) or exists (
      select 1
      from product_type_tax_rate attached
      where attached.rate_id = rate.id
      and attached.product_type_id = t0.type_id
    ))
  ), '[]'::json) as "$tax_rates", (
    select row_to_json(facts)
    from (
      select case when region.id is not null then json_build_object('id', region.id, 'tax_rate', region.tax_rate,
        'automatic_taxes', region.automatic_taxes) end as region, case when currency.code is not null then json_build_object('code',
        currency.code, 'includes_tax', currency.includes_tax) end as currency, coalesce((
        select json_agg(members.customer_group_id)
        from customer_group_customers members
        where members.customer_id = $7
      ), '[]'::json) as customer_group_ids
      from (
        select coalesce($4::text, (
          select cart.region_id
          from cart
          where cart.id = $5
        )) as region_id
      ) market
      left join region
      on region.id = market.region_id
      and region.deleted_at is null
      left join currency
      on currency.code = coalesce(region.currency_code, $6)
    ) facts
  ) as "$price_facts", case when (
    select exists (
      select 1
      from stock_location place
      where place.deleted_at is null
    )
  ) then (
    select json_object_agg(piece.id, json_build_object('isUnlimited', (not piece.manage_inventory or piece.allow_backorder),
      'quantity', case when piece.manage_inventory and ((
      select exists (
        select 1
        from stock_location place
        where place.deleted_at is null
      )
    ) and exists (
      select 1
      from product_variant_inventory_item needed
      where needed.variant_id = piece.id
      and needed.deleted_at is null
    )) then coalesce((
      select min(greatest((
        select sum(level.stocked_quantity - level.reserved_quantity)
        from inventory_level level
        where level.inventory_item_id = needed.inventory_item_id
        and level.deleted_at is null
        and exists (
          select 1
          from stock_location place
          where place.id = level.location_id
          and place.deleted_at is null
        )
        and (coalesce($8::text[], (
          select array[found.id::text]
          from (
            select (
              select channel.id
              from store
              join sales_channel channel
              on channel.id = store.default_sales_channel_id
              and channel.deleted_at is null
              order by store.created_at
              limit 1
            ) as id
          ) found
          where found.id is not null
        )) is null or exists (
          select 1
          from sales_channel_location link
          where link.location_id = level.location_id
          and link.sales_channel_id = any (coalesce($8::text[], (
            select array[found.id::text]
            from (
              select (
                select channel.id
                from store
                join sales_channel channel
                on channel.id = store.default_sales_channel_id
                and channel.deleted_at is null
                order by store.created_at
                limit 1
              ) as id
            ) found
            where found.id is not null
          )))
          and link.deleted_at is null
        ))
      ), 0) / greatest(needed.required_quantity, 1))
      from product_variant_inventory_item needed
      where needed.variant_id = piece.id
      and needed.deleted_at is null
    ), 0) else piece.inventory_quantity end))
    from product_variant piece
    where piece.product_id = t0.id
  ) end as "$available"
  from "product" t0
  where t0."id" = $1
  and coalesce(t0."deleted_at", 'infinity') = 'infinity'
) r;
