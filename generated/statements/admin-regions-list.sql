-- GET /admin/regions

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
  select t0."id", t0."created_at", t0."updated_at", t0."deleted_at", t0."name", t0."currency_code", t0."tax_rate",
    t0."tax_code", t0."gift_cards_taxable", t0."automatic_taxes", t0."tax_provider_id", t0."metadata",
    t0."includes_tax", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t1."id", t1."iso_2", t1."iso_3", t1."num_code", t1."name", t1."display_name", t1."region_id"
      from "country" t1
      where t1."region_id" = t0."id"
      order by t1."id"
    ) r
  ) as "countries", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t2."id", t2."is_installed"
      from "payment_provider" t2
      join "region_payment_providers" t2j
      on t2j."provider_id" = t2."id"
      where t2j."region_id" = t0."id"
    ) r
  ) as "payment_providers", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t3."id", t3."is_installed"
      from "fulfillment_provider" t3
      join "region_fulfillment_providers" t3j
      on t3j."provider_id" = t3."id"
      where t3j."region_id" = t0."id"
    ) r
  ) as "fulfillment_providers", (
    select row_to_json(r)
    from (
      select t4."code", t4."symbol", t4."symbol_native", t4."name", t4."includes_tax"
      from "currency" t4
      where t4."code" = t0."currency_code"
    ) r
  ) as "currency"
  from (
    select *
    from "region" t0
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
  where oid = '"region"'::regclass
) > 30000 then null else (
  select count(*) as count
  from (
    select 1
    from "region" t0
    where true
    and t0."deleted_at" is null
    limit 10001
  ) counted
) end as count;
