-- Orders are placed one at a time: what they are searched by is in the new row and in two others.
create function tradewind.order_placed() returns trigger language plpgsql as $$
begin
  insert into tradewind.order_search (order_id, words)
  values (new.id, concat_ws(E'\n', new.display_id, new.email,
    (select first_name from public.address where id = new.shipping_address_id),
    (select concat_ws(E'\n', first_name, last_name, phone) from public.customer where id = new.customer_id)))
  on conflict (order_id) do update set words = excluded.words;
  return null;
end
$$;

drop trigger index_placed_orders on public."order";
drop function tradewind.orders_placed();
create trigger index_placed_order after insert on public."order"
  for each row execute function tradewind.order_placed();

-- Most addresses that are changed belong to carts.
create or replace function tradewind.order_address_changed() returns trigger language plpgsql as $$
declare
  ids varchar[] := array(select id from public."order" where shipping_address_id = new.id);
begin
  if cardinality(ids) > 0 then
    perform tradewind.index_orders(ids);
  end if;
  return null;
end
$$;

-- As in 0050. Several lines are changed at once: what was done for one need not be looked at for the others. The setting goes
-- with the transaction, and with a savepoint that is rolled back.
create or replace function tradewind.renew_own_cart() returns trigger language plpgsql as $$
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
