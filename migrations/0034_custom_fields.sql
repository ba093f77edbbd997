-- Fields that a shop adds to its products, orders and other rows (docs/adr/0046-custom-fields.md). Values are in a column of the row: a
-- nullable column without a default is added at once, also to a large table. The triggers of these tables see its changes.
do $$
declare
  customized text;
begin
  foreach customized in array array['product', 'product_variant', 'product_category', 'product_collection', 'customer',
    'customer_group', 'order', 'line_item', 'cart', 'region', 'discount']
  loop
    execute format('alter table public.%I add column custom_fields jsonb', customized);
  end loop;
end $$;

select tradewind.follow_variant_columns();

-- What users declare in the settings. A deleted declaration stays while there may be values of it.
create table tradewind.custom_field (
  id text primary key,
  entity text not null,
  name text not null,
  declaration jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (entity, name)
);

-- Every statement that reads rows with fields also reads this: a process whose declarations are older reads them again.
create table tradewind.custom_field_version (
  id boolean primary key default true check (id),
  mark text not null default left(gen_random_uuid()::text, 8)
);

insert into tradewind.custom_field_version default values;

-- Cached carts, products and lists show the fields: all of them are read again.
create function tradewind.renew_custom_fields() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  update tradewind.custom_field_version set mark = left(gen_random_uuid()::text, 8);
  insert into tradewind.reference_data_change default values;
  insert into tradewind.catalogue_change default values;
  insert into tradewind.change_log (subject) values ('catalogue');
  return null;
end $$;

revoke execute on function tradewind.renew_custom_fields() from public;

create trigger renew_custom_fields after insert or update or delete or truncate on tradewind.custom_field
  for each statement execute function tradewind.renew_custom_fields();
alter table tradewind.custom_field enable always trigger renew_custom_fields;
