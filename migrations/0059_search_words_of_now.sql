-- Two changes of one order at the same moment, such as its email and the name of its customer: the second waits for the first,
-- and then has to look at what that one has left.
create or replace function tradewind.index_orders(ids varchar[]) returns void language plpgsql as $$
begin
  perform from tradewind.order_search where order_id = any(ids) order by order_id for no key update;
  insert into tradewind.order_search (order_id, words)
  select placed.id, concat_ws(E'\n', placed.display_id, placed.email, goal.first_name,
    buyer.first_name, buyer.last_name, buyer.phone)
  from public."order" placed
  left join public.address goal on goal.id = placed.shipping_address_id
  left join public.customer buyer on buyer.id = placed.customer_id
  where placed.id = any(ids)
  order by placed.id
  on conflict (order_id) do update set words = excluded.words where order_search.words <> excluded.words;
end
$$;
