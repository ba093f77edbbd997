-- The search for orders (q) also finds the number that a plugin gave to an order.
create or replace function tradewind.index_orders(ids varchar[]) returns void language plpgsql as $$
begin
  perform from tradewind.order_search where order_id = any(ids) order by order_id for no key update;
  insert into tradewind.order_search (order_id, words)
  select placed.id, concat_ws(E'\n', tradewind.order_words(placed.display_id, placed.email,
    array[placed.shipping_address_id, placed.billing_address_id], placed.customer_id),
    (select number from tradewind.order_number where order_id = placed.id))
  from public."order" placed
  where placed.id = any(ids)
  order by placed.id
  on conflict (order_id) do update set words = excluded.words where order_search.words <> excluded.words;
end
$$;

-- A number is given once, in the transaction of the order, and never changes.
create function tradewind.order_numbered() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform tradewind.index_orders(array[new.order_id]);
  return null;
end
$$;
revoke execute on function tradewind.order_numbered() from public;
create trigger index_order_number after insert on tradewind.order_number
  for each row execute function tradewind.order_numbered();
alter table tradewind.order_number enable always trigger index_order_number;

select tradewind.index_orders(array(select order_id from tradewind.order_number));
