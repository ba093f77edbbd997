-- GET /admin/customers?limit=12

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
    t0."billing_address_id", t0."phone", t0."has_account", t0."metadata"
  from (
    select *
    from "customer" t0
    where true
    and t0."deleted_at" is null
    order by t0."created_at" desc, t0."id" desc
    limit $1
    offset $2
  ) t0
  order by t0."created_at" desc, t0."id" desc
) r;

-- 3. read model
select case when (
  select reltuples
  from pg_class
  where oid = '"customer"'::regclass
) > 30000 then null else (
  select count(*) as count
  from (
    select 1
    from "customer" t0
    where true
    and t0."deleted_at" is null
    limit 10001
  ) counted
) end as count;
