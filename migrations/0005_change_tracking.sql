-- How processes learn that what they cached has changed. Triggers record every change in its own transaction, whatever
-- program makes it: a cached value is right as long as a statement sees the same records as when the value was read.
--
-- All triggers here are enabled always: programs that load data, and logical replication, write with
-- `session_replication_role = replica`, which switches ordinary triggers off.

-- ====================================================================================================
-- Checks inside a transaction
-- ====================================================================================================

-- A transaction may use a cached value instead of reading it, and verify it with this call without waiting for the answer
-- before it sends more statements: the condition holds, or nothing is done. If the value has changed, the work is done
-- again with a fresh read. PostgreSQL's own name for that is a serialization failure.
create function tradewind.assert_unchanged(holds boolean, otherwise text default 'serialization_failure') returns void
language plpgsql as $$
begin
  if holds is not true then
    raise exception 'a check of this transaction failed' using errcode = otherwise;
  end if;
end $$;

-- ====================================================================================================
-- Reference data: rows that hardly ever change, such as regions, channels and shipping options
-- ====================================================================================================

-- What counts is the set of rows that a statement sees. An id is given in the transaction of the change and never used
-- twice; only after a backup was restored numbers are given again, and then the marks differ.
create table tradewind.reference_data_change (
  id bigint generated always as identity primary key,
  mark text not null default left(gen_random_uuid()::text, 8)
);

insert into tradewind.reference_data_change default values;

-- A few rows are enough: a process that sees a new one reads again. Other transactions may be deleting the same old rows:
-- these are skipped. A transaction that sees the past must not touch what others have deleted since.
create function tradewind.record_reference_data_change() returns trigger language plpgsql as $$
declare
  noted bigint;
begin
  insert into tradewind.reference_data_change default values returning id into noted;
  if current_setting('transaction_isolation') = 'read committed' then
    delete from tradewind.reference_data_change where id in (
      select id from tradewind.reference_data_change where id < noted - 8 for update skip locked);
  end if;
  return null;
end $$;

do $$
declare
  tracked text;
begin
  foreach tracked in array array['region', 'country', 'currency', 'tax_rate', 'tax_provider', 'payment_provider',
    'fulfillment_provider', 'region_payment_providers', 'region_fulfillment_providers', 'sales_channel',
    'shipping_option', 'shipping_option_requirement', 'shipping_profile', 'shipping_tax_rate', 'store',
    -- What carts show of the rest of the shop.
    'product_tax_rate', 'product_type_tax_rate', 'customer_group_customers']
  loop
    execute format('create trigger record_reference_data_change after insert or update or delete or truncate on %I
      for each statement execute function tradewind.record_reference_data_change()', tracked);
    execute format('alter table %I enable always trigger record_reference_data_change', tracked);
  end loop;

  -- A truncated section of carts: row triggers, which give carts new versions (below), do not fire.
  foreach tracked in array array['line_item', 'line_item_adjustment', 'shipping_method', 'payment_session',
    'cart_discounts', 'cart_gift_cards', 'custom_shipping_option', 'address']
  loop
    execute format('create trigger record_reference_data_change after truncate on %I
      for each statement execute function tradewind.record_reference_data_change()', tracked);
    execute format('alter table %I enable always trigger record_reference_data_change', tracked);
  end loop;

  -- The cache does not look for the codes of a cart that had none. A code that was deleted and is brought back, which
  -- happens by hand, may be in any cart: all of them are read again.
  foreach tracked in array array['discount', 'gift_card']
  loop
    execute format('create trigger record_restored_code after update of deleted_at on %I
      for each row when (old.deleted_at is not null and new.deleted_at is null)
      execute function tradewind.record_reference_data_change()', tracked);
    execute format('alter table %I enable always trigger record_restored_code', tracked);
  end loop;
end $$;

-- ====================================================================================================
-- The catalogue: what the response cache depends on
-- ====================================================================================================

-- As tradewind.reference_data_change. The stock of variants and of locations is not recorded here: it changes with every
-- order, and the cache compares those rows one by one instead.
create table tradewind.catalogue_change (
  id bigint generated always as identity primary key,
  mark text not null default left(gen_random_uuid()::text, 8)
);

insert into tradewind.catalogue_change default values;

-- One row for each transaction, which others see as a whole or not at all. The setting ends with the transaction, and with
-- a savepoint that is rolled back.
create function tradewind.record_catalogue_change() returns trigger language plpgsql as $$
declare
  mine text := pg_current_xact_id()::text;
  noted bigint;
begin
  if current_setting('tradewind.catalogue_recorded_by', true) is not distinct from mine then
    return null;
  end if;
  insert into tradewind.catalogue_change default values returning id into noted;
  -- As in record_reference_data_change.
  if current_setting('transaction_isolation') = 'read committed' then
    delete from tradewind.catalogue_change where id in (
      select id from tradewind.catalogue_change where id < noted - 8 for update skip locked);
  end if;
  perform set_config('tradewind.catalogue_recorded_by', mine, true);
  return null;
end $$;

do $$
declare
  tracked text;
  columns text;
begin
  foreach tracked in array array['product', 'product_option', 'product_option_value', 'image', 'product_images',
    'product_tag', 'product_tags', 'product_type', 'product_collection', 'product_category',
    'product_category_product', 'product_sales_channel', 'sales_channel', 'store', 'publishable_api_key',
    'publishable_api_key_sales_channel', 'shipping_profile', 'product_shipping_profile', 'money_amount',
    'product_variant_money_amount', 'price_list', 'price_list_customer_groups', 'region', 'currency', 'tax_rate',
    'product_tax_rate', 'product_type_tax_rate', 'product_variant_inventory_item', 'discount_condition_product',
    'stock_location', 'sales_channel_location']
  loop
    execute format('create trigger record_catalogue_change after insert or update or delete or truncate on public.%I
      for each statement execute function tradewind.record_catalogue_change()', tracked);
    execute format('alter table public.%I enable always trigger record_catalogue_change', tracked);
  end loop;

  -- Of variants all columns but the stock.
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
  where attrelid = 'public.product_variant'::regclass and attnum > 0 and not attisdropped
    and attname not in ('inventory_quantity', 'updated_at');
  execute format('create trigger record_catalogue_change after insert or delete or truncate or update of %s
    on public.product_variant for each statement execute function tradewind.record_catalogue_change()', columns);
  alter table public.product_variant enable always trigger record_catalogue_change;
end $$;

-- ====================================================================================================
-- Carts: what the cart cache depends on
-- ====================================================================================================

-- A cached cart is right as long as the version of its row (xmin) is the one that was read. So a change of any section of
-- an open cart gives the row a new version. Once in a transaction is enough. Completed carts are not cached.

create function tradewind.renew_cart(ids text[]) returns void language plpgsql as $$
begin
  update cart set updated_at = updated_at
  where id = any(ids) and completed_at is null and xmin <> pg_current_xact_id()::xid;
end $$;

-- Without a call of renew_cart, because this runs several times in every checkout. A statement may change several lines of
-- a cart: the setting skips all but the first. It ends with the transaction, and with a savepoint that is rolled back.
create function tradewind.renew_own_cart() returns trigger language plpgsql as $$
declare
  mine text := new.cart_id || ' ' || pg_current_xact_id();
begin
  if new.cart_id is not null and current_setting('tradewind.renewed_cart', true) is distinct from mine then
    update cart set updated_at = updated_at
    where id = new.cart_id and completed_at is null and xmin <> pg_current_xact_id()::xid;
    mine := set_config('tradewind.renewed_cart', mine, true);
  end if;
  if old.cart_id is distinct from new.cart_id and old.cart_id is not null then
    update cart set updated_at = updated_at
    where id = old.cart_id and completed_at is null and xmin <> pg_current_xact_id()::xid;
  end if;
  return null;
end $$;

create function tradewind.renew_cart_of_line() returns trigger language plpgsql as $$
begin
  perform tradewind.renew_cart(array(select cart_id from line_item where id in (new.item_id, old.item_id)));
  return null;
end $$;

create function tradewind.renew_carts_at_address() returns trigger language plpgsql as $$
begin
  perform tradewind.renew_cart(array(
    select id from cart where billing_address_id = old.id union select id from cart where shipping_address_id = old.id));
  return null;
end $$;

do $$
declare
  section text;
begin
  foreach section in array array['line_item', 'shipping_method', 'cart_discounts', 'cart_gift_cards',
    'custom_shipping_option']
  loop
    execute format('create trigger renew_cart after insert or update or delete on %I
      for each row execute function tradewind.renew_own_cart()', section);
    execute format('alter table %I enable always trigger renew_cart', section);
  end loop;
end $$;

create trigger renew_cart after insert or update or delete on line_item_adjustment
  for each row execute function tradewind.renew_cart_of_line();
alter table line_item_adjustment enable always trigger renew_cart;

create trigger renew_cart after update or delete on address
  for each row execute function tradewind.renew_carts_at_address();
alter table address enable always trigger renew_cart;

-- Only that a session was opened or is gone. Its other changes are compared by the version of its own row, because what a
-- payment service answers is stored without a lock of the cart.
create trigger renew_cart after insert or delete or update of cart_id on payment_session
  for each row execute function tradewind.renew_own_cart();
alter table payment_session enable always trigger renew_cart;
