-- POST /store/carts/{cart}/line-items

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

-- 4. read model
select row_to_json(r) as data, (
  select coalesce((
    select mark
    from tradewind.custom_field_version
    where id
  ), gen_random_uuid()::text)
) as fields
from (
  select t0."id", t0."title", t0."sku", t0."weight", (
    select row_to_json(r)
    from (
      select t1."id", t1."title", t1."status", t1."thumbnail", t1."discountable", t1."is_giftcard"
      from "product" t1
      where t1."id" = t0."product_id"
      and coalesce(t1."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "product", (
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
      where t2j."variant_id" = t0."id"
      and coalesce(t2."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "prices", coalesce((
    select json_agg(json_build_object('id', rate.id, 'created_at', to_char(rate.created_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(rate.updated_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'rate', rate.rate, 'code', rate.code, 'name', rate.name, 'region_id',
      rate.region_id, 'metadata', rate.metadata) order by rate.created_at)
    from tax_rate rate
    where rate.region_id = coalesce($4::text, (
      select cart.region_id
      from cart
      where cart.id = $5
    ))
    and (exists (
      select 1
      from product_tax_rate attached
      where attached.rate_id = rate.id
      and attached.product_id = t0.product_id
    ) or exists (
      select 1
      from product_type_tax_rate attached
      where attached.rate_id = rate.id
      and attached.product_type_id = (
        select product.type_id
        from product
        where product.id = t0.product_id
      )
    ))
  ), '[]'::json) as "$tax_rates", json_build_object('isUnlimited', (not t0.manage_inventory or t0.allow_backorder),
    'quantity', case when t0.manage_inventory and ((
    select exists (
      select 1
      from stock_location place
      where place.deleted_at is null
    )
  ) and exists (
    select 1
    from product_variant_inventory_item needed
    where needed.variant_id = t0.id
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
      and ($6::text is null or exists (
        select 1
        from sales_channel_location link
        where link.location_id = level.location_id
        and link.sales_channel_id = $6
        and link.deleted_at is null
      ))
    ), 0) / greatest(needed.required_quantity, 1))
    from product_variant_inventory_item needed
    where needed.variant_id = t0.id
    and needed.deleted_at is null
  ), 0) else t0.inventory_quantity end) as "$availability", ($7::text is null or exists (
    select 1
    from product_sales_channel sold
    where sold.product_id = t0.product_id
    and sold.sales_channel_id = $7
  )) as "$in_channel", case when not (
    select exists (
      select 1
      from stock_location place
      where place.deleted_at is null
    )
  ) then concat((
    select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
    from tradewind.reference_data_change
  ), ' ', (
    select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text)
    from tradewind.catalogue_change
  )) end as "$version"
  from (
    select *
    from "product_variant" t0
    where true
    and t0."id" = any ($1)
    and coalesce(t0."deleted_at", 'infinity') = 'infinity'
    order by t0."id"
    limit $2
    offset $3
  ) t0
  order by t0."id"
) r;

-- 5. line-items-insert, writes
insert into line_item("id", "cart_id", "swap_id", "claim_order_id", "order_edit_id", "original_item_id",
  "variant_id", "title", "description", "thumbnail", "unit_price", "quantity", "includes_tax",
  "allow_discounts", "is_giftcard", "is_return", "should_merge", "has_shipping", "metadata", "custom_fields",
  "fulfilled_quantity", "shipped_quantity", "returned_quantity", "created_at")
select "sent"."id", "sent"."cart_id", "sent"."swap_id", "sent"."claim_order_id", "sent"."order_edit_id",
  "sent"."original_item_id", "sent"."variant_id", "sent"."title", "sent"."description", "sent"."thumbnail",
  "sent"."unit_price", "sent"."quantity", "sent"."includes_tax", "sent"."allow_discounts", coalesce(sent.is_giftcard,
  false), coalesce(sent.is_return, false), coalesce(sent.should_merge, true), "sent"."has_shipping",
  "sent"."metadata", "sent"."custom_fields", "sent"."fulfilled_quantity", "sent"."shipped_quantity",
  "sent"."returned_quantity", clock_timestamp()
from jsonb_populate_recordset(null::line_item, $1::jsonb) sent;

-- 6. event-announce-all, writes
insert into tradewind.event(id, name, entity_id, data, user_id, customer_id, traceparent)
select new_event.id, new_event.name, new_event.entity, new_event.data::jsonb, $1, $2, $3
from unnest($4::text[], $5::text[], $6::text[], $7::text[]) as new_event(id, name, entity, data)
order by new_event.id;

-- 7. read model
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
  ) as "items", json_build_object('cart', concat(t0.xmin, '@', extract(epoch from pg_postmaster_start_time())),
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
