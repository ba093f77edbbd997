-- GET /admin/customers/{customer}

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
  select coalesce((
    select mark
    from tradewind.custom_field_version
    where id
  ), gen_random_uuid()::text)
) as fields
from (
  select t0."id", t0."created_at", t0."updated_at", t0."deleted_at", t0."email", t0."first_name", t0."last_name",
    t0."billing_address_id", t0."phone", t0."has_account", t0."metadata", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t1."id", t1."created_at", t1."updated_at", t1."status", t1."fulfillment_status", t1."payment_status",
        t1."display_id", t1."cart_id", t1."customer_id", t1."email", t1."billing_address_id",
        t1."shipping_address_id", t1."region_id", t1."currency_code", t1."tax_rate", t1."draft_order_id",
        t1."canceled_at", t1."metadata", t1."no_notification", t1."idempotency_key", t1."external_id",
        t1."sales_channel_id", 'order'::text as "object"
      from "order" t1
      where t1."customer_id" = t0."id"
    ) r
  ) as "orders", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t2."id", t2."created_at", t2."updated_at", t2."deleted_at", t2."customer_id", t2."company",
        t2."first_name", t2."last_name", t2."address_1", t2."address_2", t2."city", t2."country_code", t2."province",
        t2."postal_code", t2."phone", t2."metadata"
      from "address" t2
      where t2."customer_id" = t0."id"
      and t2."deleted_at" is null
    ) r
  ) as "shipping_addresses"
  from "customer" t0
  where t0."id" = $1
  and coalesce(t0."deleted_at", 'infinity') = 'infinity'
) r;
