-- GET /admin/collections

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
  select t0."id", t0."title", t0."handle", t0."created_at", t0."updated_at", (
    select coalesce(json_agg(r), '[]'::json)
    from (
      select t1."id", t1."created_at", t1."updated_at", t1."deleted_at", t1."title", t1."subtitle", t1."description",
        t1."handle", t1."is_giftcard", t1."status", t1."thumbnail", t1."weight", t1."length", t1."height", t1."width",
        t1."hs_code", t1."origin_country", t1."mid_code", t1."material", t1."collection_id", t1."type_id",
        t1."discountable", t1."external_id", t1."metadata", (
        select coalesce(json_agg(r), '[]'::json)
        from (
          select t2."id", t2."created_at", t2."updated_at", t2."deleted_at", t2."name", t2."type", t2."metadata"
          from "shipping_profile" t2
          join "product_shipping_profile" t2j
          on t2j."profile_id" = t2."id"
          where t2j."product_id" = t1."id"
          and coalesce(t2."deleted_at", 'infinity') = 'infinity'
        ) r
      ) as "profiles"
      from "product" t1
      where t1."collection_id" = t0."id"
      and t1."deleted_at" is null
    ) r
  ) as "products"
  from (
    select *
    from "product_collection" t0
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
  where oid = '"product_collection"'::regclass
) > 30000 then null else (
  select count(*) as count
  from (
    select 1
    from "product_collection" t0
    where true
    and t0."deleted_at" is null
    limit 10001
  ) counted
) end as count;
