-- GET /store/regions/{region}

-- 1. read model
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
  from "region" t0
  where t0."id" = $1
  and coalesce(t0."deleted_at", 'infinity') = 'infinity'
) r;
