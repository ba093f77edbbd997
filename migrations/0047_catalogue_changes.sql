-- Answers about the catalogue are remembered by every process. One is right for as long as the set of changes that a
-- statement sees is the one it was made with: a transaction that changes something makes a note of its own, and no two
-- notes are alike, also where a backup was put back and numbers are given out again. What orders do to the stock of
-- variants is not noted: it happens all the time, and is compared row by row instead.
create table tradewind.catalogue_change (
  id bigint generated always as identity primary key,
  mark text not null default left(gen_random_uuid()::text, 8)
);

insert into tradewind.catalogue_change default values;

-- Once in a transaction, which others see as a whole or not at all. The setting goes with the transaction, and with a
-- savepoint that is rolled back. A few notes are enough; others may be deleting the same old ones: those are left to them.
create function tradewind.note_catalogue_change() returns trigger language plpgsql as $$
declare
  mine text := pg_current_xact_id()::text;
  noted bigint;
begin
  if current_setting('tradewind.catalogue_noted_by', true) is not distinct from mine then
    return null;
  end if;
  insert into tradewind.catalogue_change default values returning id into noted;
  -- A transaction that sees the past must not touch what others have deleted since.
  if current_setting('transaction_isolation') = 'read committed' then
    delete from tradewind.catalogue_change where id in (
      select id from tradewind.catalogue_change where id < noted - 8 for update skip locked);
  end if;
  perform set_config('tradewind.catalogue_noted_by', mine, true);
  return null;
end $$;

do $$
declare
  noted text;
  columns text;
begin
  foreach noted in array array['product', 'product_option', 'product_option_value', 'image', 'product_images',
    'product_tag', 'product_tags', 'product_type', 'product_collection', 'product_category',
    'product_category_product', 'product_sales_channel', 'sales_channel', 'store', 'publishable_api_key',
    'publishable_api_key_sales_channel', 'shipping_profile', 'product_shipping_profile', 'money_amount',
    'product_variant_money_amount', 'price_list', 'price_list_customer_groups', 'region', 'currency', 'tax_rate',
    'product_tax_rate', 'product_type_tax_rate', 'product_variant_inventory_item', 'discount_condition_product']
  loop
    execute format('create trigger note_catalogue_change after insert or update or delete or truncate on public.%I
      for each statement execute function tradewind.note_catalogue_change()', noted);
  end loop;

  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
  where attrelid = 'public.product_variant'::regclass and attnum > 0 and not attisdropped
    and attname not in ('inventory_quantity', 'updated_at');
  execute format('create trigger note_catalogue_change after insert or delete or truncate or update of %s
    on public.product_variant for each statement execute function tradewind.note_catalogue_change()', columns);
end $$;
