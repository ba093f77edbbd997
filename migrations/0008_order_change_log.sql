-- Which orders have changed, for the cache of order documents: see 0006_change_log.sql. Subjects are the id of an order,
-- 'orders' for a change of lists of orders, and 'every order' for a change of any document.
--
-- Carts have lines, shipping methods and addresses, too, and a checkout writes most of these tables. So these are row triggers
-- with conditions: for rows without an order PostgreSQL calls nothing, and an order is logged once in a transaction.

create function tradewind.log_order(id text) returns void language plpgsql as $$
declare
  mine text := id || ' ' || pg_current_xact_id();
begin
  -- The setting ends with the transaction, and with a savepoint that is rolled back, as the row of the log does.
  if mine is not null and current_setting('tradewind.logged_order', true) is distinct from mine then
    insert into tradewind.change_log (subject) values (id);
    perform set_config('tradewind.logged_order', mine, true);
  end if;
end $$;

create function tradewind.log_order_itself() returns trigger language plpgsql as $$
declare
  mine text := pg_current_xact_id();
begin
  if current_setting('tradewind.logged_orders', true) is distinct from mine then
    insert into tradewind.change_log (subject) values ('orders');
    perform set_config('tradewind.logged_orders', mine, true);
  end if;
  perform tradewind.log_order(coalesce(new.id, old.id));
  return null;
end $$;

-- Mostly without a call of log_order, because these run several times in every checkout.
create function tradewind.log_order_of_row() returns trigger language plpgsql as $$
begin
  if current_setting('tradewind.logged_order', true) is distinct from new.order_id || ' ' || pg_current_xact_id() then
    perform tradewind.log_order(new.order_id);
  end if;
  if old.order_id <> coalesce(new.order_id, '') then
    perform tradewind.log_order(old.order_id);
  end if;
  return null;
end $$;

create function tradewind.log_order_of_line() returns trigger language plpgsql as $$
declare
  placed text := (select order_id from line_item where id = coalesce(new.item_id, old.item_id));
begin
  if current_setting('tradewind.logged_order', true) is distinct from placed || ' ' || pg_current_xact_id() then
    perform tradewind.log_order(placed);
  end if;
  if old.item_id <> new.item_id then
    perform tradewind.log_order((select order_id from line_item where id = old.item_id));
  end if;
  return null;
end $$;

create function tradewind.log_order_of_shipping_method() returns trigger language plpgsql as $$
declare
  placed text := (select order_id from shipping_method where id = coalesce(new.shipping_method_id, old.shipping_method_id));
begin
  if current_setting('tradewind.logged_order', true) is distinct from placed || ' ' || pg_current_xact_id() then
    perform tradewind.log_order(placed);
  end if;
  if old.shipping_method_id <> new.shipping_method_id then
    perform tradewind.log_order((select order_id from shipping_method where id = old.shipping_method_id));
  end if;
  return null;
end $$;

-- A customer of very many orders is one subject, not thousands.
create function tradewind.log_orders_of_customer() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select 1 from "order" where customer_id = old.id limit 101) counted) > 100 then
    insert into tradewind.change_log (subject) values ('every order');
  else
    insert into tradewind.change_log (subject) select id from "order" where customer_id = old.id;
  end if;
  return null;
end $$;

create function tradewind.log_orders_of_address() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject)
  select id from "order" where shipping_address_id = old.id union
  select id from "order" where billing_address_id = old.id;
  return null;
end $$;

create function tradewind.log_orders_of_gift_card() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject) select order_id from gift_card_transaction where gift_card_id = old.id;
  return null;
end $$;

create function tradewind.log_every_order() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject) values ('orders'), ('every order');
  return null;
end $$;

-- ====================================================================================================
-- The triggers. All are enabled always: see 0005_change_tracking.sql
-- ====================================================================================================

create trigger log_order after insert or update or delete on "order"
  for each row execute function tradewind.log_order_itself();

do $$
declare
  followed text;
begin
  foreach followed in array array['line_item', 'shipping_method', 'payment', 'refund', 'gift_card_transaction']
  loop
    execute format('create trigger log_order_insert after insert on %I for each row
      when (new.order_id is not null) execute function tradewind.log_order_of_row()', followed);
    execute format('create trigger log_order_update after update on %I for each row
      when (old.order_id is not null or new.order_id is not null) execute function tradewind.log_order_of_row()', followed);
    execute format('create trigger log_order_delete after delete on %I for each row
      when (old.order_id is not null) execute function tradewind.log_order_of_row()', followed);
  end loop;
  foreach followed in array array['line_item_tax_line', 'line_item_adjustment']
  loop
    execute format('create trigger log_order after insert or update or delete on %I
      for each row execute function tradewind.log_order_of_line()', followed);
  end loop;
end $$;

create trigger log_order after insert or update or delete on shipping_method_tax_line
  for each row execute function tradewind.log_order_of_shipping_method();

-- An order refers to these, so a new one is in no document.
create trigger log_order_update after update on customer for each row
  when (old.* is distinct from new.*) execute function tradewind.log_orders_of_customer();
create trigger log_order_delete after delete on customer
  for each row execute function tradewind.log_orders_of_customer();
create trigger log_order_update after update on address for each row
  when (old.* is distinct from new.*) execute function tradewind.log_orders_of_address();
create trigger log_order_delete after delete on address
  for each row execute function tradewind.log_orders_of_address();
-- The tax rate of the card counts for old transactions without one.
create trigger log_order_update after update of tax_rate on gift_card
  for each row execute function tradewind.log_orders_of_gift_card();
create trigger log_order_delete after delete on gift_card
  for each row execute function tradewind.log_orders_of_gift_card();
-- So does the tax rate of the region.
create trigger log_order after update of tax_rate, gift_cards_taxable on region
  for each statement execute function tradewind.log_every_order();

do $$
declare
  followed text;
  called text;
begin
  foreach followed in array array['order', 'line_item', 'line_item_tax_line', 'line_item_adjustment', 'shipping_method',
    'shipping_method_tax_line', 'payment', 'refund', 'gift_card_transaction', 'customer', 'address', 'gift_card', 'region']
  loop
    execute format('create trigger log_order_truncate after truncate on %I
      for each statement execute function tradewind.log_every_order()', followed);
    for called in select tgname from pg_trigger
      where tgrelid = format('%I', followed)::regclass and tgname ~ '^log_order'
    loop
      execute format('alter table %I enable always trigger %I', followed, called);
    end loop;
  end loop;
end $$;
