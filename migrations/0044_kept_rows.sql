-- Rows that hardly ever change (regions, channels, shipping options) are kept in the memory of every process. What a
-- process keeps is right for as long as the set of changes that a statement sees is the one it was read with: the ids
-- below are never used twice, and a change gets its id in its own transaction.
create table tradewind.kept_change (
  id bigint generated always as identity primary key
);

insert into tradewind.kept_change default values;

-- A few are enough: whoever sees a new one reads again. Others may be deleting the same rows: they are left to them.
create function tradewind.note_kept_change() returns trigger language plpgsql as $$
declare
  noted bigint;
begin
  insert into tradewind.kept_change default values returning id into noted;
  delete from tradewind.kept_change where id in (
    select id from tradewind.kept_change where id < noted - 8 for update skip locked);
  return null;
end $$;

do $$
declare
  kept text;
begin
  foreach kept in array array['region', 'country', 'currency', 'tax_rate', 'tax_provider', 'payment_provider',
    'fulfillment_provider', 'region_payment_providers', 'region_fulfillment_providers', 'sales_channel',
    'shipping_option', 'shipping_option_requirement', 'shipping_profile', 'shipping_tax_rate']
  loop
    execute format('create trigger note_kept_change after insert or update or delete or truncate on %I
      for each statement execute function tradewind.note_kept_change()', kept);
  end loop;
end $$;
