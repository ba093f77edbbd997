-- Figures of the shop: what GET /admin/analytics/... reads.
--
-- Triggers queue every changed order and every step of a cart, in the transaction of the change, whatever program makes it. A
-- process that empties the queue computes what the order contributes now, subtracts what it contributed before, and adds the
-- difference to the sums, all in one transaction. So the sums and the queue together are always exact, and a crash, a restored
-- backup or a second process changes nothing about that.

-- ====================================================================================================
-- The queue. Rows are only added, so writers never wait for one another here
-- ====================================================================================================

create table tradewind.analytics_order_change (
  order_id text not null
);

-- `reached` has a bit for each step: 1 goods, 2 address, 4 payment, 8 completed, 16 created (once for each cart), 32 all steps
-- that its rows show now.
create table tradewind.analytics_cart_change (
  cart_id text not null,
  created_at timestamptz,
  reached integer not null
);

-- ====================================================================================================
-- What each order and each cart contributes to the sums
-- ====================================================================================================

create table tradewind.analytics_order (
  order_id text primary key,
  placed_at timestamptz not null,
  currency_code text not null,
  customer_id text not null,
  is_canceled boolean not null,
  -- When the customer placed the order before this one; canceled orders do not count.
  previous_at timestamptz,
  contribution jsonb not null
);
create index analytics_order_placed on tradewind.analytics_order (placed_at, previous_at) where not is_canceled;
create index analytics_order_customer on tradewind.analytics_order (customer_id, placed_at, order_id) where not is_canceled;

create table tradewind.analytics_cart (
  cart_id text primary key,
  created_at timestamptz not null,
  reached integer not null
);

-- ====================================================================================================
-- The sums. `unit` is quarter (of an hour), hour, day or month, in UTC: days of every time zone begin at a quarter
-- ====================================================================================================

create table tradewind.analytics_sum (
  unit text not null,
  start timestamptz not null,
  currency_code text not null,
  orders bigint not null,
  canceled_orders bigint not null,
  sales bigint not null,
  discounts bigint not null,
  shipping bigint not null,
  taxes bigint not null,
  gift_cards_sold bigint not null,
  gift_cards_redeemed bigint not null,
  total bigint not null,
  refunds bigint not null,
  exchanges bigint not null,
  primary key (unit, start, currency_code)
);

-- `subject` is product or country, `key` the id or the code; empty for orders without an address.
create table tradewind.analytics_ranking (
  subject text not null,
  unit text not null,
  start timestamptz not null,
  currency_code text not null,
  key text not null,
  orders bigint not null,
  quantity bigint not null,
  amount bigint not null,
  primary key (subject, unit, start, currency_code, key)
);

create table tradewind.analytics_cart_sum (
  unit text not null,
  start timestamptz not null,
  created bigint not null,
  with_goods bigint not null,
  with_address bigint not null,
  with_payment bigint not null,
  completed bigint not null,
  primary key (unit, start)
);

-- Orders that wait for something: to_capture, to_pack, to_ship, requires_action.
create table tradewind.analytics_open_work (
  kind text primary key,
  orders bigint not null
);

-- ====================================================================================================
-- Orders: see 0008_order_change_log.sql for the triggers that call these
-- ====================================================================================================

create or replace function tradewind.log_order(id text) returns void language plpgsql as $$
declare
  mine text := id || ' ' || pg_current_xact_id();
begin
  -- The setting ends with the transaction, and with a savepoint that is rolled back, as the rows of the logs do.
  if mine is not null and current_setting('tradewind.logged_order', true) is distinct from mine then
    insert into tradewind.change_log (subject) values (id);
    insert into tradewind.analytics_order_change (order_id) values (id);
    perform set_config('tradewind.logged_order', mine, true);
  end if;
end $$;

create or replace function tradewind.log_orders_of_gift_card() returns trigger language plpgsql as $$
begin
  insert into tradewind.change_log (subject) select order_id from gift_card_transaction where gift_card_id = old.id;
  insert into tradewind.analytics_order_change (order_id)
  select order_id from gift_card_transaction where gift_card_id = old.id;
  return null;
end $$;

-- The country of an order.
create function tradewind.count_orders_of_address() returns trigger language plpgsql as $$
begin
  insert into tradewind.analytics_order_change (order_id)
  select id from "order" where shipping_address_id = old.id union
  select id from "order" where billing_address_id = old.id;
  return null;
end $$;

create trigger count_orders_update after update of country_code on address for each row
  when (old.country_code is distinct from new.country_code) execute function tradewind.count_orders_of_address();
create trigger count_orders_delete after delete on address
  for each row execute function tradewind.count_orders_of_address();

-- The rate of the region counts for gift cards that v1 stored without one.
create function tradewind.count_orders_of_region() returns trigger language plpgsql as $$
begin
  insert into tradewind.analytics_order_change (order_id)
  select used.order_id from gift_card_transaction used join "order" placed on placed.id = used.order_id
  where placed.region_id = new.id and used.is_taxable is null;
  return null;
end $$;

create trigger count_orders_update after update of tax_rate, gift_cards_taxable on region
  for each row execute function tradewind.count_orders_of_region();

create function tradewind.count_every_order() returns trigger language plpgsql as $$
begin
  insert into tradewind.analytics_order_change (order_id) select order_id from tradewind.analytics_order;
  return null;
end $$;

-- ====================================================================================================
-- Carts. Conditions keep these away from most writes
-- ====================================================================================================

create function tradewind.count_cart() returns trigger language plpgsql as $$
begin
  insert into tradewind.analytics_cart_change (cart_id, created_at, reached)
  values (new.id, new.created_at, case when tg_op = 'INSERT' then 16 else 0 end
    | case when new.shipping_address_id is null then 0 else 2 end
    | case when new.completed_at is null then 0 else 8 end);
  return null;
end $$;

create trigger count_cart_insert after insert on cart for each row
  when (new.type = 'default') execute function tradewind.count_cart();
create trigger count_cart_update after update on cart for each row
  when (new.type = 'default' and (old.shipping_address_id is null and new.shipping_address_id is not null
    or old.completed_at is null and new.completed_at is not null)) execute function tradewind.count_cart();

-- The sums of a deleted cart stay: it was abandoned.
create function tradewind.forget_cart() returns trigger language plpgsql as $$
begin
  delete from tradewind.analytics_cart where cart_id = old.id;
  return null;
end $$;

create trigger count_cart_delete after delete on cart for each row
  when (old.type = 'default') execute function tradewind.forget_cart();

create function tradewind.count_step_of_cart() returns trigger language plpgsql as $$
begin
  insert into tradewind.analytics_cart_change (cart_id, reached) values (new.cart_id, tg_argv[0]::integer);
  return null;
end $$;

create trigger count_step_of_cart after insert on line_item for each row
  when (new.cart_id is not null and new.order_id is null) execute function tradewind.count_step_of_cart(1);
create trigger count_step_of_cart after insert on payment_session for each row
  when (new.cart_id is not null) execute function tradewind.count_step_of_cart(4);

-- All are enabled always: see 0005_change_tracking.sql.
do $$
declare
  followed text;
  called text;
begin
  foreach followed in array array['order', 'line_item', 'line_item_tax_line', 'line_item_adjustment', 'shipping_method',
    'shipping_method_tax_line', 'payment', 'refund', 'gift_card_transaction']
  loop
    execute format('create trigger count_orders_truncate after truncate on %I
      for each statement execute function tradewind.count_every_order()', followed);
  end loop;
  foreach followed in array array['order', 'line_item', 'line_item_tax_line', 'line_item_adjustment', 'shipping_method',
    'shipping_method_tax_line', 'payment', 'refund', 'gift_card_transaction', 'address', 'region', 'cart', 'payment_session']
  loop
    for called in select tgname from pg_trigger
      where tgrelid = format('%I', followed)::regclass and tgname ~ '^count_(order|cart|step)'
    loop
      execute format('alter table %I enable always trigger %I', followed, called);
    end loop;
  end loop;
end $$;

-- ====================================================================================================
-- What is there already, the newest first: their figures are asked for first. Tables of v1 are locked while they are adopted:
-- then it is done afterwards (src/adopt/backfill/figures.ts)
-- ====================================================================================================

insert into tradewind.analytics_order_change (order_id)
  select id from "order" where to_regclass('tradewind_adoption.state') is null order by created_at desc;
insert into tradewind.analytics_cart_change (cart_id, created_at, reached)
  select id, created_at, 32 from cart where type = 'default' and to_regclass('tradewind_adoption.state') is null
  order by created_at desc;
