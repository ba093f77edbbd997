-- Reports: what GET /admin/reports/... reads. Filled as the figures are (0011_analytics.sql): an order in the queue is counted again, and
-- the difference to what it contributed before is added here.

-- ====================================================================================================
-- Sums by region. `subject` says what `key` is: region (empty), country (code, or empty), product (id, or empty for lines without one), code (id of the
-- discount, or empty), tax (country, rate and name as JSON), reason (id of the reason of a return, or empty). `unit` is quarter (of an
-- hour), hour, day, week or month of UTC; only regions have hours. What came back counts when it was received
-- ====================================================================================================

create table tradewind.analytics_report_sum (
  subject text not null,
  unit text not null,
  start timestamptz not null,
  currency_code text not null,
  region_id text not null,
  key text not null,
  orders bigint not null,
  quantity bigint not null,
  sales bigint not null,
  net bigint not null,
  discounts bigint not null,
  shipping bigint not null,
  taxes bigint not null,
  refunds bigint not null,
  exchanges bigint not null,
  returned_quantity bigint not null,
  returned_sales bigint not null,
  returned_taxes bigint not null,
  primary key (subject, unit, start, currency_code, region_id, key)
);

-- ====================================================================================================
-- What each customer has bought, whenever that was. An index for each order of the list
-- ====================================================================================================

create table tradewind.analytics_customer_sum (
  currency_code text not null,
  customer_id text not null,
  orders bigint not null,
  sales bigint not null,
  refunds bigint not null,
  exchanges bigint not null,
  revenue bigint generated always as (sales + exchanges - refunds) stored,
  primary key (currency_code, customer_id)
);
create index analytics_customer_sum_revenue on tradewind.analytics_customer_sum (currency_code, revenue desc, customer_id)
  where orders > 0;
create index analytics_customer_sum_orders on tradewind.analytics_customer_sum (currency_code, orders desc, customer_id)
  where orders > 0;
create index analytics_customer_sum_refunds on tradewind.analytics_customer_sum (currency_code, refunds desc, customer_id)
  where orders > 0;

-- ====================================================================================================
-- What the stock is worth. A job counts it every hour, for charts and comparisons once for each day of UTC. `location_id` is empty for
-- variants without inventory items
-- ====================================================================================================

create table tradewind.analytics_stock_value (
  -- A day such as 2026-11-17.
  counted_on text not null,
  location_id text not null,
  currency_code text not null,
  variants bigint not null,
  quantity bigint not null,
  -- At the price that the variant has in the currency.
  value bigint not null,
  without_price bigint not null,
  -- At the cost that the metadata of the variant have, in the currency of the shop.
  cost bigint not null,
  without_cost bigint not null,
  counted_at timestamptz not null default now(),
  primary key (counted_on, location_id, currency_code)
);

-- The most valuable variants of each location, at the last count.
create table tradewind.analytics_stock_top (
  currency_code text not null,
  location_id text not null,
  variant_id text not null,
  quantity bigint not null,
  value bigint not null,
  cost bigint,
  primary key (currency_code, location_id, variant_id)
);
create index analytics_stock_top_value on tradewind.analytics_stock_top (currency_code, value desc, variant_id);

-- ====================================================================================================
-- Goods that come back. A receipt also writes lines of the order, but other programs may correct a return alone
-- ====================================================================================================

create function tradewind.count_order_of_return() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  changed public."return" := case when tg_op = 'DELETE' then old else new end;
begin
  insert into tradewind.analytics_order_change (order_id)
  select placed.id from public."order" placed where placed.id = coalesce(changed.order_id,
    (select order_id from public.swap where id = changed.swap_id),
    (select order_id from public.claim_order where id = changed.claim_order_id));
  return null;
end $$;

revoke execute on function tradewind.count_order_of_return() from public;

create trigger count_orders_update after update on "return" for each row
  when (old.received_at is distinct from new.received_at or old.status is distinct from new.status)
  execute function tradewind.count_order_of_return();
create trigger count_orders_delete after delete on "return" for each row
  when (old.received_at is not null) execute function tradewind.count_order_of_return();
alter table "return" enable always trigger count_orders_update;
alter table "return" enable always trigger count_orders_delete;

-- What is counted already is counted again for the reports, the newest first. What is not waits in the queue already. Figures stay
-- right meanwhile.
insert into tradewind.analytics_order_change (order_id)
  select order_id from tradewind.analytics_order order by placed_at desc;
