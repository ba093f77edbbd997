-- GET /admin/orders/{order}

-- 1. session-owner
select "user"."id" as "userId", "customer"."id" as "customerId", (
  select role.permissions
  from tradewind.user_role assigned
  join tradewind.role
  on role.id = assigned.role_id
  where assigned.user_id = "session"."user_id"
) as "permissions", exists (
  select
  from tradewind.user_role
) as "hasRoles"
from "tradewind"."session" as "session"
left join "user"
on "user"."id" = "session"."user_id"
and "user"."deleted_at" is null
left join "customer"
on "customer"."id" = "session"."customer_id"
and "customer"."deleted_at" is null
where "session"."token_hash" = $1
and "session"."expires_at" > now();

-- 2. read model
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
  select t0."id", t0."status", t0."fulfillment_status", t0."payment_status", t0."display_id", t0."cart_id",
    t0."draft_order_id", t0."customer_id", t0."email", t0."region_id", t0."currency_code", t0."tax_rate",
    t0."canceled_at", t0."created_at", t0."updated_at", t0."metadata", t0."no_notification",
    t0."sales_channel_id", (
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
            t4."length", t4."height", t4."width", t4."metadata", (
            select row_to_json(r)
            from (
              select t5."id", t5."created_at", t5."updated_at", t5."deleted_at", t5."title", t5."subtitle", t5."description",
                t5."handle", t5."is_giftcard", t5."status", t5."thumbnail", t5."weight", t5."length", t5."height", t5."width",
                t5."hs_code", t5."origin_country", t5."mid_code", t5."material", t5."collection_id", t5."type_id",
                t5."discountable", t5."external_id", t5."metadata", (
                select coalesce(json_agg(r), '[]'::json)
                from (
                  select t6."id", t6."created_at", t6."updated_at", t6."deleted_at", t6."name", t6."type", t6."metadata"
                  from "shipping_profile" t6
                  join "product_shipping_profile" t6j
                  on t6j."profile_id" = t6."id"
                  where t6j."product_id" = t5."id"
                ) r
              ) as "profiles"
              from "product" t5
              where t5."id" = t4."product_id"
            ) r
          ) as "product"
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
      select t7."id", t7."shipping_option_id", t7."order_id", t7."claim_order_id", t7."cart_id", t7."swap_id",
        t7."return_id", t7."price", t7."data", t7."includes_tax", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t8."id", t8."created_at", t8."updated_at", t8."rate", t8."name", t8."code", t8."metadata",
            t8."shipping_method_id"
          from "shipping_method_tax_line" t8
          where t8."shipping_method_id" = t7."id"
        ) r
      ) as "tax_lines", t7."shipping_option_id" as "shipping_option"
      from "shipping_method" t7
      where t7."order_id" = t0."id"
    ) r
  ) as "shipping_methods", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t9."id", t9."created_at", t9."updated_at", t9."deleted_at", t9."code", t9."is_dynamic", t9."rule_id",
        t9."is_disabled", t9."parent_discount_id", t9."starts_at", t9."ends_at", t9."valid_duration",
        t9."usage_limit", t9."usage_count", t9."metadata", (
        select row_to_json(r)
        from (
          select t10."id", t10."created_at", t10."updated_at", t10."deleted_at", t10."description", t10."type",
            t10."value", t10."allocation", t10."metadata"
          from "discount_rule" t10
          where t10."id" = t9."rule_id"
        ) r
      ) as "rule"
      from "discount" t9
      join "order_discounts" t9j
      on t9j."discount_id" = t9."id"
      where t9j."order_id" = t0."id"
    ) r
  ) as "discounts", t0."region_id" as "region", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t11."id", t11."created_at", t11."updated_at", t11."swap_id", t11."cart_id", t11."order_id", t11."amount",
        t11."currency_code", t11."amount_refunded", t11."provider_id", t11."data", t11."captured_at",
        t11."canceled_at", t11."metadata", t11."idempotency_key"
      from "payment" t11
      where t11."order_id" = t0."id"
    ) r
  ) as "payments", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t12."id", t12."created_at", t12."updated_at", t12."order_id", t12."payment_id", t12."amount", t12."note",
        t12."reason", t12."metadata", t12."idempotency_key"
      from "refund" t12
      where t12."order_id" = t0."id"
    ) r
  ) as "refunds", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t13."id", t13."created_at", t13."updated_at", t13."deleted_at", t13."code", t13."value", t13."balance",
        t13."region_id", t13."order_id", t13."is_disabled", t13."ends_at", t13."tax_rate", t13."metadata"
      from "gift_card" t13
      join "order_gift_cards" t13j
      on t13j."gift_card_id" = t13."id"
      where t13j."order_id" = t0."id"
      and coalesce(t13."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "gift_cards", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t14."id", t14."gift_card_id", t14."order_id", t14."amount", t14."created_at", t14."is_taxable",
        t14."tax_rate", (
        select row_to_json(r)
        from (
          select t15."id", t15."created_at", t15."updated_at", t15."deleted_at", t15."code", t15."value", t15."balance",
            t15."region_id", t15."order_id", t15."is_disabled", t15."ends_at", t15."tax_rate", t15."metadata"
          from "gift_card" t15
          where t15."id" = t14."gift_card_id"
          and coalesce(t15."deleted_at", 'infinity') = 'infinity'
        ) r
      ) as "gift_card"
      from "gift_card_transaction" t14
      where t14."order_id" = t0."id"
    ) r
  ) as "gift_card_transactions", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t16."id", t16."created_at", t16."updated_at", t16."deleted_at", t16."payment_status",
        t16."fulfillment_status", t16."type", t16."order_id", t16."shipping_address_id", t16."refund_amount",
        t16."canceled_at", t16."no_notification", t16."metadata", t16."idempotency_key", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t17."id", t17."created_at", t17."updated_at", t17."cart_id", t17."order_id", t17."swap_id",
            t17."claim_order_id", t17."original_item_id", t17."order_edit_id", t17."title", t17."description",
            t17."thumbnail", t17."is_return", t17."is_giftcard", t17."should_merge", t17."allow_discounts",
            t17."has_shipping", t17."unit_price", t17."variant_id", t17."quantity", t17."fulfilled_quantity",
            t17."returned_quantity", t17."shipped_quantity", t17."metadata", t17."includes_tax", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t18."id", t18."created_at", t18."updated_at", t18."rate", t18."name", t18."code", t18."metadata",
                t18."item_id"
              from "line_item_tax_line" t18
              where t18."item_id" = t17."id"
            ) r
          ) as "tax_lines", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t19."id", t19."item_id", t19."description", t19."discount_id", t19."amount", t19."metadata"
              from "line_item_adjustment" t19
              where t19."item_id" = t17."id"
            ) r
          ) as "adjustments", (
            select row_to_json(r)
            from (
              select t20."id", t20."created_at", t20."updated_at", t20."deleted_at", t20."title", t20."product_id", t20."sku",
                t20."barcode", t20."ean", t20."upc", t20."variant_rank", t20."inventory_quantity", t20."allow_backorder",
                t20."manage_inventory", t20."hs_code", t20."origin_country", t20."mid_code", t20."material", t20."weight",
                t20."length", t20."height", t20."width", t20."metadata"
              from "product_variant" t20
              where t20."id" = t17."variant_id"
              and coalesce(t20."deleted_at", 'infinity') = 'infinity'
            ) r
          ) as "variant"
          from "line_item" t17
          where t17."claim_order_id" = t16."id"
        ) r
      ) as "additional_items", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t21."id", t21."created_at", t21."updated_at", t21."deleted_at", t21."claim_order_id", t21."item_id",
            t21."variant_id", t21."reason", t21."note", t21."quantity", t21."metadata", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t22."id", t22."created_at", t22."updated_at", t22."deleted_at", t22."claim_item_id", t22."url",
                t22."metadata"
              from "claim_image" t22
              where t22."claim_item_id" = t21."id"
              and t22."deleted_at" is null
            ) r
          ) as "images", (
            select row_to_json(r)
            from (
              select t23."id", t23."created_at", t23."updated_at", t23."cart_id", t23."order_id", t23."swap_id",
                t23."claim_order_id", t23."original_item_id", t23."order_edit_id", t23."title", t23."description",
                t23."thumbnail", t23."is_return", t23."is_giftcard", t23."should_merge", t23."allow_discounts",
                t23."has_shipping", t23."unit_price", t23."variant_id", t23."quantity", t23."fulfilled_quantity",
                t23."returned_quantity", t23."shipped_quantity", t23."metadata", t23."includes_tax"
              from "line_item" t23
              where t23."id" = t21."item_id"
            ) r
          ) as "item"
          from "claim_item" t21
          where t21."claim_order_id" = t16."id"
          and t21."deleted_at" is null
        ) r
      ) as "claim_items", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t24."id", t24."created_at", t24."updated_at", t24."claim_order_id", t24."swap_id", t24."order_id",
            t24."no_notification", t24."provider_id", t24."location_id", t24."tracking_numbers", t24."data",
            t24."shipped_at", t24."canceled_at", t24."metadata", t24."idempotency_key", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t25."id", t25."created_at", t25."updated_at", t25."deleted_at", t25."url", t25."tracking_number",
                t25."fulfillment_id", t25."idempotency_key", t25."metadata"
              from "tracking_link" t25
              where t25."fulfillment_id" = t24."id"
              and t25."deleted_at" is null
            ) r
          ) as "tracking_links", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t26."fulfillment_id", t26."item_id", t26."quantity"
              from "fulfillment_item" t26
              where t26."fulfillment_id" = t24."id"
            ) r
          ) as "items"
          from "fulfillment" t24
          where t24."claim_order_id" = t16."id"
        ) r
      ) as "fulfillments", (
        select row_to_json(r)
        from (
          select t27."id", t27."created_at", t27."updated_at", t27."status", t27."swap_id", t27."claim_order_id",
            t27."order_id", t27."location_id", t27."shipping_data", t27."refund_amount", t27."received_at",
            t27."no_notification", t27."metadata", t27."idempotency_key", (
            select row_to_json(r)
            from (
              select t28."id", t28."shipping_option_id", t28."order_id", t28."claim_order_id", t28."cart_id", t28."swap_id",
                t28."return_id", t28."price", t28."data", t28."includes_tax", (
                select coalesce(json_agg(r), '[]'::json)
                from (
                  select t29."id", t29."created_at", t29."updated_at", t29."rate", t29."name", t29."code", t29."metadata",
                    t29."shipping_method_id"
                  from "shipping_method_tax_line" t29
                  where t29."shipping_method_id" = t28."id"
                ) r
              ) as "tax_lines"
              from "shipping_method" t28
              where t28."return_id" = t27."id"
              limit 1
            ) r
          ) as "shipping_method", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t30."return_id", t30."item_id", t30."quantity", t30."is_requested", t30."requested_quantity",
                t30."received_quantity", t30."reason_id", t30."note", t30."metadata"
              from "return_item" t30
              where t30."return_id" = t27."id"
            ) r
          ) as "items"
          from "return" t27
          where t27."claim_order_id" = t16."id"
          limit 1
        ) r
      ) as "return_order", (
        select row_to_json(r)
        from (
          select t31."id", t31."created_at", t31."updated_at", t31."deleted_at", t31."customer_id", t31."company",
            t31."first_name", t31."last_name", t31."address_1", t31."address_2", t31."city", t31."country_code",
            t31."province", t31."postal_code", t31."phone", t31."metadata"
          from "address" t31
          where t31."id" = t16."shipping_address_id"
          and coalesce(t31."deleted_at", 'infinity') = 'infinity'
        ) r
      ) as "shipping_address", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t32."id", t32."shipping_option_id", t32."order_id", t32."claim_order_id", t32."cart_id", t32."swap_id",
            t32."return_id", t32."price", t32."data", t32."includes_tax"
          from "shipping_method" t32
          where t32."claim_order_id" = t16."id"
        ) r
      ) as "shipping_methods"
      from "claim_order" t16
      where t16."order_id" = t0."id"
      and t16."deleted_at" is null
    ) r
  ) as "claims", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t33."id", t33."created_at", t33."updated_at", t33."deleted_at", t33."fulfillment_status",
        t33."payment_status", t33."order_id", t33."difference_due", t33."shipping_address_id", t33."cart_id",
        t33."confirmed_at", t33."canceled_at", t33."no_notification", t33."allow_backorder", t33."idempotency_key",
        t33."metadata", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t34."id", t34."created_at", t34."updated_at", t34."cart_id", t34."order_id", t34."swap_id",
            t34."claim_order_id", t34."original_item_id", t34."order_edit_id", t34."title", t34."description",
            t34."thumbnail", t34."is_return", t34."is_giftcard", t34."should_merge", t34."allow_discounts",
            t34."has_shipping", t34."unit_price", t34."variant_id", t34."quantity", t34."fulfilled_quantity",
            t34."returned_quantity", t34."shipped_quantity", t34."metadata", t34."includes_tax", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t35."id", t35."created_at", t35."updated_at", t35."rate", t35."name", t35."code", t35."metadata",
                t35."item_id"
              from "line_item_tax_line" t35
              where t35."item_id" = t34."id"
            ) r
          ) as "tax_lines", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t36."id", t36."item_id", t36."description", t36."discount_id", t36."amount", t36."metadata"
              from "line_item_adjustment" t36
              where t36."item_id" = t34."id"
            ) r
          ) as "adjustments", (
            select row_to_json(r)
            from (
              select t37."id", t37."created_at", t37."updated_at", t37."deleted_at", t37."title", t37."product_id", t37."sku",
                t37."barcode", t37."ean", t37."upc", t37."variant_rank", t37."inventory_quantity", t37."allow_backorder",
                t37."manage_inventory", t37."hs_code", t37."origin_country", t37."mid_code", t37."material", t37."weight",
                t37."length", t37."height", t37."width", t37."metadata"
              from "product_variant" t37
              where t37."id" = t34."variant_id"
              and coalesce(t37."deleted_at", 'infinity') = 'infinity'
            ) r
          ) as "variant"
          from "line_item" t34
          where t34."swap_id" = t33."id"
        ) r
      ) as "additional_items", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t38."id", t38."created_at", t38."updated_at", t38."claim_order_id", t38."swap_id", t38."order_id",
            t38."no_notification", t38."provider_id", t38."location_id", t38."tracking_numbers", t38."data",
            t38."shipped_at", t38."canceled_at", t38."metadata", t38."idempotency_key", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t39."id", t39."created_at", t39."updated_at", t39."deleted_at", t39."url", t39."tracking_number",
                t39."fulfillment_id", t39."idempotency_key", t39."metadata"
              from "tracking_link" t39
              where t39."fulfillment_id" = t38."id"
              and t39."deleted_at" is null
            ) r
          ) as "tracking_links", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t40."fulfillment_id", t40."item_id", t40."quantity"
              from "fulfillment_item" t40
              where t40."fulfillment_id" = t38."id"
            ) r
          ) as "items"
          from "fulfillment" t38
          where t38."swap_id" = t33."id"
        ) r
      ) as "fulfillments", (
        select row_to_json(r)
        from (
          select t41."id", t41."created_at", t41."updated_at", t41."swap_id", t41."cart_id", t41."order_id", t41."amount",
            t41."currency_code", t41."amount_refunded", t41."provider_id", t41."data", t41."captured_at",
            t41."canceled_at", t41."metadata", t41."idempotency_key"
          from "payment" t41
          where t41."swap_id" = t33."id"
          limit 1
        ) r
      ) as "payment", (
        select row_to_json(r)
        from (
          select t42."id", t42."created_at", t42."updated_at", t42."status", t42."swap_id", t42."claim_order_id",
            t42."order_id", t42."location_id", t42."shipping_data", t42."refund_amount", t42."received_at",
            t42."no_notification", t42."metadata", t42."idempotency_key", (
            select row_to_json(r)
            from (
              select t43."id", t43."shipping_option_id", t43."order_id", t43."claim_order_id", t43."cart_id", t43."swap_id",
                t43."return_id", t43."price", t43."data", t43."includes_tax", t43."shipping_option_id" as "shipping_option", (
                select coalesce(json_agg(r), '[]'::json)
                from (
                  select t44."id", t44."created_at", t44."updated_at", t44."rate", t44."name", t44."code", t44."metadata",
                    t44."shipping_method_id"
                  from "shipping_method_tax_line" t44
                  where t44."shipping_method_id" = t43."id"
                ) r
              ) as "tax_lines"
              from "shipping_method" t43
              where t43."return_id" = t42."id"
              limit 1
            ) r
          ) as "shipping_method", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t45."return_id", t45."item_id", t45."quantity", t45."is_requested", t45."requested_quantity",
                t45."received_quantity", t45."reason_id", t45."note", t45."metadata"
              from "return_item" t45
              where t45."return_id" = t42."id"
            ) r
          ) as "items"
          from "return" t42
          where t42."swap_id" = t33."id"
          limit 1
        ) r
      ) as "return_order", (
        select row_to_json(r)
        from (
          select t46."id", t46."created_at", t46."updated_at", t46."deleted_at", t46."customer_id", t46."company",
            t46."first_name", t46."last_name", t46."address_1", t46."address_2", t46."city", t46."country_code",
            t46."province", t46."postal_code", t46."phone", t46."metadata"
          from "address" t46
          where t46."id" = t33."shipping_address_id"
          and coalesce(t46."deleted_at", 'infinity') = 'infinity'
        ) r
      ) as "shipping_address", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t47."id", t47."shipping_option_id", t47."order_id", t47."claim_order_id", t47."cart_id", t47."swap_id",
            t47."return_id", t47."price", t47."data", t47."includes_tax", t47."shipping_option_id" as "shipping_option", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t48."id", t48."created_at", t48."updated_at", t48."rate", t48."name", t48."code", t48."metadata",
                t48."shipping_method_id"
              from "shipping_method_tax_line" t48
              where t48."shipping_method_id" = t47."id"
            ) r
          ) as "tax_lines"
          from "shipping_method" t47
          where t47."swap_id" = t33."id"
        ) r
      ) as "shipping_methods"
      from "swap" t33
      where t33."order_id" = t0."id"
      and t33."deleted_at" is null
    ) r
  ) as "swaps", (
    select row_to_json(r)
    from (
      select t49."id", t49."created_at", t49."updated_at", t49."deleted_at", t49."customer_id", t49."company",
        t49."first_name", t49."last_name", t49."address_1", t49."address_2", t49."city", t49."country_code",
        t49."province", t49."postal_code", t49."phone", t49."metadata"
      from "address" t49
      where t49."id" = t0."billing_address_id"
      and coalesce(t49."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "billing_address", (
    select row_to_json(r)
    from (
      select t50."id", t50."created_at", t50."updated_at", t50."deleted_at", t50."customer_id", t50."company",
        t50."first_name", t50."last_name", t50."address_1", t50."address_2", t50."city", t50."country_code",
        t50."province", t50."postal_code", t50."phone", t50."metadata"
      from "address" t50
      where t50."id" = t0."shipping_address_id"
      and coalesce(t50."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "shipping_address", (
    select row_to_json(r)
    from (
      select t51."id", t51."created_at", t51."updated_at", t51."deleted_at", t51."email", t51."first_name",
        t51."last_name", t51."billing_address_id", t51."phone", t51."has_account", t51."metadata"
      from "customer" t51
      where t51."id" = t0."customer_id"
      and coalesce(t51."deleted_at", 'infinity') = 'infinity'
    ) r
  ) as "customer", t0."sales_channel_id" as "sales_channel", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t52."id", t52."created_at", t52."updated_at", t52."claim_order_id", t52."swap_id", t52."order_id",
        t52."no_notification", t52."provider_id", t52."location_id", t52."tracking_numbers", t52."data",
        t52."shipped_at", t52."canceled_at", t52."metadata", t52."idempotency_key", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t53."fulfillment_id", t53."item_id", t53."quantity"
          from "fulfillment_item" t53
          where t53."fulfillment_id" = t52."id"
        ) r
      ) as "items", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t54."id", t54."created_at", t54."updated_at", t54."deleted_at", t54."url", t54."tracking_number",
            t54."fulfillment_id", t54."idempotency_key", t54."metadata"
          from "tracking_link" t54
          where t54."fulfillment_id" = t52."id"
          and t54."deleted_at" is null
        ) r
      ) as "tracking_links"
      from "fulfillment" t52
      where t52."order_id" = t0."id"
    ) r
  ) as "fulfillments", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t55."id", t55."created_at", t55."updated_at", t55."status", t55."swap_id", t55."claim_order_id",
        t55."order_id", t55."location_id", t55."shipping_data", t55."refund_amount", t55."received_at",
        t55."no_notification", t55."metadata", t55."idempotency_key", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t56."return_id", t56."item_id", t56."quantity", t56."is_requested", t56."requested_quantity",
            t56."received_quantity", t56."reason_id", t56."note", t56."metadata", (
            select row_to_json(r)
            from (
              select t57."id", t57."created_at", t57."updated_at", t57."deleted_at", t57."value", t57."label",
                t57."description", t57."parent_return_reason_id", t57."metadata"
              from "return_reason" t57
              where t57."id" = t56."reason_id"
              and coalesce(t57."deleted_at", 'infinity') = 'infinity'
            ) r
          ) as "reason"
          from "return_item" t56
          where t56."return_id" = t55."id"
        ) r
      ) as "items", (
        select row_to_json(r)
        from (
          select t58."id", t58."shipping_option_id", t58."order_id", t58."claim_order_id", t58."cart_id", t58."swap_id",
            t58."return_id", t58."price", t58."data", t58."includes_tax", t58."shipping_option_id" as "shipping_option", (
            select coalesce(json_agg(r), '[]'::json)
            from (
              select t59."id", t59."created_at", t59."updated_at", t59."rate", t59."name", t59."code", t59."metadata",
                t59."shipping_method_id"
              from "shipping_method_tax_line" t59
              where t59."shipping_method_id" = t58."id"
            ) r
          ) as "tax_lines"
          from "shipping_method" t58
          where t58."return_id" = t55."id"
          limit 1
        ) r
      ) as "shipping_method"
      from "return" t55
      where t55."order_id" = t0."id"
    ) r
  ) as "returns", json_build_object('customer_id', t0.customer_id, 'tax_rate', t0.tax_rate, 'lines', coalesce((
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
  from "order" t0
  where t0."id" = $1
) r;
