-- A cart that a process remembers is right for as long as the version of its row (xmin) is the one it was read with. For
-- that, whatever changes a part of an open cart gives its row a new version, too, whoever writes it. Once a transaction
-- is enough. Carts that are completed are not remembered. Payment sessions have versions of their own: what a provider says
-- of one is noted without a lock of the cart.
create function tradewind.renew_cart(ids text[]) returns void language plpgsql as $$
begin
  update cart set updated_at = updated_at
  where id = any(ids) and completed_at is null and xmin <> pg_current_xact_id()::xid;
end $$;

create function tradewind.renew_own_cart() returns trigger language plpgsql as $$
begin
  if new.cart_id is not null or old.cart_id is not null then
    perform tradewind.renew_cart(array[new.cart_id, old.cart_id]);
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
  part text;
begin
  foreach part in array array['line_item', 'shipping_method', 'cart_discounts', 'cart_gift_cards', 'custom_shipping_option']
  loop
    execute format('create trigger renew_cart after insert or update or delete on %I
      for each row execute function tradewind.renew_own_cart()', part);
  end loop;
end $$;

create trigger renew_cart after insert or update or delete on line_item_adjustment
  for each row execute function tradewind.renew_cart_of_line();

create trigger renew_cart after update or delete on address
  for each row execute function tradewind.renew_carts_at_address();

-- As in 0044; a transaction that sees the past no longer touches what others have deleted since.
create or replace function tradewind.note_kept_change() returns trigger language plpgsql as $$
declare
  noted bigint;
begin
  insert into tradewind.kept_change default values returning id into noted;
  if current_setting('transaction_isolation') = 'read committed' then
    delete from tradewind.kept_change where id in (
      select id from tradewind.kept_change where id < noted - 8 for update skip locked);
  end if;
  return null;
end $$;

-- What carts show of the rest of the shop and what hardly ever changes: see 0044.
do $$
declare
  kept text;
begin
  foreach kept in array array['product_tax_rate', 'product_type_tax_rate', 'customer_group_customers'] loop
    execute format('create trigger note_kept_change after insert or update or delete or truncate on %I
      for each statement execute function tradewind.note_kept_change()', kept);
  end loop;
  foreach kept in array array['line_item', 'line_item_adjustment', 'shipping_method', 'payment_session', 'cart_discounts',
    'cart_gift_cards', 'custom_shipping_option', 'address']
  loop
    execute format('create trigger note_kept_change after truncate on %I
      for each statement execute function tradewind.note_kept_change()', kept);
  end loop;
end $$;
