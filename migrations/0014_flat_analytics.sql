-- Figures that cost as much with a million orders as with a thousand.
--
-- 1. Customers who came back were counted by reading every order of the period. Now each order is also counted under the day and
--    the month in which it was placed, together with the day and the month of the customer's order before it. The customers who
--    ordered in a period and before it are a sum over these.
-- 2. Best sellers also have sums by week, beside day and month: a period of 30 days is a few weeks and days.

-- ====================================================================================================
-- Orders by when they were placed and when the same customer ordered before. `previous_start` is -infinity (with the unit month)
-- for the first order of a customer. Canceled orders do not count. In UTC
-- ====================================================================================================

create table tradewind.analytics_return (
  placed_unit text not null,
  previous_unit text not null,
  placed_start timestamptz not null,
  previous_start timestamptz not null,
  orders bigint not null,
  primary key (placed_unit, previous_unit, placed_start, previous_start)
);

create function tradewind.add_analytics_returns(placed timestamptz[], previous timestamptz[], changes integer[])
returns void language sql as $$
  insert into tradewind.analytics_return as known (placed_unit, previous_unit, placed_start, previous_start, orders)
  select cell.placed_unit, cell.previous_unit, cell.placed_start, cell.previous_start, sum(counted.change)
  from unnest(placed, previous, changes) as counted (placed_at, previous_at, change)
  cross join lateral (values
    ('day', 'month', date_trunc('day', placed_at, 'UTC'), coalesce(date_trunc('month', previous_at, 'UTC'), '-infinity')),
    ('month', 'month', date_trunc('month', placed_at, 'UTC'), coalesce(date_trunc('month', previous_at, 'UTC'), '-infinity')),
    ('day', 'day', date_trunc('day', placed_at, 'UTC'), date_trunc('day', previous_at, 'UTC')),
    ('month', 'day', date_trunc('month', placed_at, 'UTC'), date_trunc('day', previous_at, 'UTC'))
  ) as cell (placed_unit, previous_unit, placed_start, previous_start)
  where cell.previous_start is not null
  group by 1, 2, 3, 4 having sum(counted.change) <> 0
  order by 1, 2, 3, 4
  on conflict (placed_unit, previous_unit, placed_start, previous_start)
    do update set orders = known.orders + excluded.orders
$$;

-- Only the count of orders in the background and before an answer writes this table, not the checkout.
create function tradewind.count_analytics_returns() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tradewind.add_analytics_returns(array_agg(placed_at), array_agg(previous_at), array_agg(1))
    from added where not is_canceled;
  elsif tg_op = 'DELETE' then
    perform tradewind.add_analytics_returns(array_agg(placed_at), array_agg(previous_at), array_agg(-1))
    from removed where not is_canceled;
  elsif tg_op = 'TRUNCATE' then
    truncate tradewind.analytics_return;
  else
    perform tradewind.add_analytics_returns(array_agg(placed_at), array_agg(previous_at), array_agg(change))
    from (select placed_at, previous_at, 1 as change from added where not is_canceled
      union all select placed_at, previous_at, -1 from removed where not is_canceled) changed;
  end if;
  return null;
end $$;

create trigger count_returns_insert after insert on tradewind.analytics_order
  referencing new table as added for each statement execute function tradewind.count_analytics_returns();
create trigger count_returns_update after update on tradewind.analytics_order
  referencing old table as removed new table as added for each statement execute function tradewind.count_analytics_returns();
create trigger count_returns_delete after delete on tradewind.analytics_order
  referencing old table as removed for each statement execute function tradewind.count_analytics_returns();
create trigger count_returns_truncate after truncate on tradewind.analytics_order
  for each statement execute function tradewind.count_analytics_returns();

-- For periods that begin within a day of UTC.
create index analytics_order_previous on tradewind.analytics_order (previous_at, placed_at)
  where not is_canceled and previous_at is not null;

-- What is counted already.
select tradewind.add_analytics_returns(array_agg(placed_at), array_agg(previous_at), array_agg(1))
from tradewind.analytics_order where not is_canceled;

insert into tradewind.analytics_ranking (subject, unit, start, currency_code, key, orders, quantity, amount)
select subject, 'week', date_trunc('week', start, 'UTC'), currency_code, key, sum(orders), sum(quantity), sum(amount)
from tradewind.analytics_ranking where unit = 'day' group by 1, 3, 4, 5;
