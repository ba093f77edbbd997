-- GET /store/collections/{collection}

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

-- 2. read model
select row_to_json(r) as data, (
  select coalesce((
    select mark
    from tradewind.custom_field_version
    where id
  ), gen_random_uuid()::text)
) as fields
from (
  select t0."id", t0."created_at", t0."updated_at", t0."deleted_at", t0."title", t0."handle", t0."metadata"
  from "product_collection" t0
  where t0."id" = $1
  and coalesce(t0."deleted_at", 'infinity') = 'infinity'
) r;
