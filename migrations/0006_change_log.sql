-- Which products have changed. The cache of product documents reads it: a document is right as long as no transaction
-- that it has not seen has logged its product. Rows are only added, so writers never wait for one another here.

-- `subject` is the id of a product or of a region, or 'catalogue' for a change of any document.
create table tradewind.change_log (
  xid xid8 not null default pg_current_xact_id(),
  subject text not null
);
create index change_log_xid on tradewind.change_log (xid);

-- One row. It gets a new version (xmin) when rows of the log are deleted and when a backup is restored: then all documents
-- count as changed.
create table tradewind.change_log_run (
  mark text not null default gen_random_uuid()
);
insert into tradewind.change_log_run default values;

-- ====================================================================================================
-- What a statement has changed: `changed` has the old rows, the new ones, or first one and then the other
-- ====================================================================================================

create function tradewind.log_products() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject) select id from changed;
  return null;
end $$;

create function tradewind.log_products_of_rows() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject) select distinct product_id from changed where product_id is not null;
  return null;
end $$;

create function tradewind.log_products_of_variants() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject)
  select distinct variant.product_id from changed join product_variant variant on variant.id = changed.variant_id
  where variant.product_id is not null;
  return null;
end $$;

create function tradewind.log_products_of_prices() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject)
  select distinct variant.product_id from changed
  join product_variant_money_amount link on link.money_amount_id = changed.id
  join product_variant variant on variant.id = link.variant_id
  where variant.product_id is not null;
  return null;
end $$;

create function tradewind.log_products_of_price_lists() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject)
  select distinct variant.product_id from money_amount price
  join product_variant_money_amount link on link.money_amount_id = price.id
  join product_variant variant on variant.id = link.variant_id
  where price.price_list_id in (select to_jsonb(changed) ->> tg_argv[0] from changed) and variant.product_id is not null;
  return null;
end $$;

create function tradewind.log_products_of_images() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject)
  select distinct shown.product_id from changed join product_images shown on shown.image_id = changed.id;
  return null;
end $$;

create function tradewind.log_products_of_levels() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject)
  select distinct variant.product_id from changed
  join product_variant_inventory_item needed on needed.inventory_item_id = changed.inventory_item_id
  join product_variant variant on variant.id = needed.variant_id
  where variant.product_id is not null;
  return null;
end $$;

create function tradewind.log_regions() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject)
  select distinct to_jsonb(changed) ->> tg_argv[0] from changed where to_jsonb(changed) ->> tg_argv[0] is not null;
  return null;
end $$;

create function tradewind.log_regions_of_rates() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject)
  select distinct rate.region_id from changed join tax_rate rate on rate.id = changed.rate_id;
  return null;
end $$;

create function tradewind.log_catalogue() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject) values ('catalogue');
  return null;
end $$;

-- ====================================================================================================
-- The triggers. All are enabled always: see 0005_change_tracking.sql
-- ====================================================================================================

-- PostgreSQL allows one event for a trigger that sees the changed rows, and one table of them as `changed`.
create function tradewind.follow_changes(target text, called text) returns void language plpgsql as $$
declare
  events text[] := array['insert', 'new', 'delete', 'old', 'update', 'old', 'update', 'new'];
  trigger_name text;
begin
  for place in 1 .. 4 loop
    trigger_name := format('log_%s_%s', events[2 * place - 1], events[2 * place]);
    execute format('create trigger %I after %s on public.%I referencing %s table as changed
      for each statement execute function tradewind.%s', trigger_name, events[2 * place - 1], target,
      events[2 * place], called);
    execute format('alter table public.%I enable always trigger %I', target, trigger_name);
  end loop;
end $$;

select tradewind.follow_changes('product', 'log_products()');
select tradewind.follow_changes(target, 'log_products_of_rows()') from unnest(array['product_variant', 'product_option',
  'product_images', 'product_tags', 'product_category_product', 'product_sales_channel', 'product_shipping_profile',
  'product_tax_rate']) as target;
select tradewind.follow_changes(target, 'log_products_of_variants()') from unnest(array['product_option_value',
  'product_variant_money_amount', 'product_variant_inventory_item']) as target;
select tradewind.follow_changes('money_amount', 'log_products_of_prices()');
select tradewind.follow_changes('price_list', 'log_products_of_price_lists(id)');
select tradewind.follow_changes('price_list_customer_groups', 'log_products_of_price_lists(price_list_id)');
select tradewind.follow_changes('image', 'log_products_of_images()');
select tradewind.follow_changes('inventory_level', 'log_products_of_levels()');
select tradewind.follow_changes('region', 'log_regions(id)');
select tradewind.follow_changes('tax_rate', 'log_regions(region_id)');
select tradewind.follow_changes('product_type_tax_rate', 'log_regions_of_rates()');

-- These keep their product and their item: the old rows tell nothing more.
drop trigger log_update_old on product;
drop trigger log_update_old on product_variant;
drop trigger log_update_old on inventory_level;
drop trigger log_update_old on money_amount;
drop trigger log_update_old on price_list;
drop trigger log_update_old on image;
drop trigger log_update_old on region;
-- Nothing shows them yet.
drop trigger log_insert_new on image;
drop trigger log_insert_new on price_list;
drop trigger log_insert_new on region;

do $$
declare
  followed text;
begin
  -- A new one is in no document before a product refers to it.
  foreach followed in array array['product_tag', 'product_type', 'product_collection', 'product_category',
    'sales_channel', 'shipping_profile', 'currency']
  loop
    execute format('create trigger log_catalogue after update or delete or truncate on public.%I
      for each statement execute function tradewind.log_catalogue()', followed);
    execute format('alter table public.%I enable always trigger log_catalogue', followed);
  end loop;
  foreach followed in array array['store', 'publishable_api_key', 'publishable_api_key_sales_channel',
    'stock_location', 'sales_channel_location']
  loop
    execute format('create trigger log_catalogue after insert or update or delete or truncate on public.%I
      for each statement execute function tradewind.log_catalogue()', followed);
    execute format('alter table public.%I enable always trigger log_catalogue', followed);
  end loop;
  foreach followed in array array['product', 'product_variant', 'product_option', 'product_option_value', 'image',
    'product_images', 'product_tags', 'product_category_product', 'product_sales_channel',
    'product_shipping_profile', 'product_tax_rate', 'product_type_tax_rate', 'product_variant_money_amount',
    'product_variant_inventory_item', 'money_amount', 'price_list', 'price_list_customer_groups', 'inventory_level',
    'region', 'tax_rate']
  loop
    execute format('create trigger log_catalogue after truncate on public.%I
      for each statement execute function tradewind.log_catalogue()', followed);
    execute format('alter table public.%I enable always trigger log_catalogue', followed);
  end loop;
end $$;

drop function tradewind.follow_changes;
