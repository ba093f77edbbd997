-- The least that making an order of a cart is, with taxes and a payment that nobody outside has to be asked for.
-- For pgbench; the bare server runs the same statements. Everything travels together, in one message and one answer;
-- what is not as it has to be divides by zero, and nothing of the order remains.
\set cart :from + :client_id * :each + :done
\set done :done + 1
\startpipeline
begin;

-- Locked: of two requests one makes the order.
select * from cart where id = :cart and deleted_at is null for no key update;

-- Stock is taken only where there is enough, from every variant or from none; in the order of their ids, or two carts
-- with the same goods would wait for each other.
with wanted as (
  select variant_id, sum(quantity)::int as quantity from line_item where cart_id = :cart group by variant_id
), locked as (
  select variant.id from product_variant variant where variant.id in (select variant_id from wanted)
  order by variant.id for no key update
), taken as (
  update product_variant variant
  set inventory_quantity = variant.inventory_quantity - wanted.quantity, updated_at = now()
  from wanted join locked on locked.id = wanted.variant_id
  where variant.id = wanted.variant_id
    and (variant.allow_backorder or not variant.manage_inventory or variant.inventory_quantity >= wanted.quantity)
  returning variant.id
)
select 1 / ((select count(*) from taken) = (select count(*) from wanted)
  and (select completed_at is null from cart where id = :cart))::int as is_there;

-- The order; its number comes from the sequence of the table.
insert into "order" (id, cart_id, customer_id, email, billing_address_id, shipping_address_id, region_id,
  currency_code, sales_channel_id, payment_status)
select cart.id, cart.id, cart.customer_id, cart.email, cart.billing_address_id, cart.shipping_address_id, cart.region_id,
  region.currency_code, cart.sales_channel_id, 'awaiting'
from cart join region on region.id = cart.region_id where cart.id = :cart;

-- The goods and the way they travel belong to it, with the taxes they were sold with.
update line_item set order_id = :cart, updated_at = now() where cart_id = :cart;

update shipping_method set order_id = :cart where cart_id = :cart;

insert into line_item_tax_line (id, item_id, rate, name, code)
select uuidv7()::text, line.id, region.tax_rate, 'default', 'default'
from line_item line join cart on cart.id = line.cart_id join region on region.id = cart.region_id
where line.cart_id = :cart;

insert into shipping_method_tax_line (id, shipping_method_id, rate, name, code)
select uuidv7()::text, method.id, region.tax_rate, 'default', 'default'
from shipping_method method join cart on cart.id = method.cart_id join region on region.id = cart.region_id
where method.cart_id = :cart;

-- Exactly what is due is paid.
with due as (
  select sum(round(price * (1 + region.tax_rate / 100)))::int as amount
  from cart
  join region on region.id = cart.region_id
  cross join lateral (
    select unit_price * quantity as price from line_item where cart_id = cart.id
    union all select price from shipping_method where cart_id = cart.id
  ) part
  where cart.id = :cart
)
insert into payment (id, cart_id, order_id, amount, currency_code, provider_id, data)
select cart.id, cart.id, cart.id, due.amount / (session.amount = due.amount)::int, region.currency_code,
  session.provider_id, session.data
from payment_session session
join cart on cart.id = session.cart_id
join region on region.id = cart.region_id
cross join due
where session.cart_id = :cart and session.is_selected;

update payment_session set status = 'authorized', payment_authorized_at = now(), updated_at = now()
where cart_id = :cart and is_selected;

-- No second order, and no change of the cart after it.
update cart set completed_at = now(), payment_authorized_at = now(), payment_id = :cart, updated_at = now()
where id = :cart;

-- Subscribers are notified.
insert into tradewind.event (id, name, entity_id, data)
values (uuidv7()::text, 'order.placed', :cart, jsonb_build_object('id', :cart::text));

-- The answer shows the order.
select * from "order" where id = :cart;

select * from line_item where order_id = :cart order by created_at, id;

commit;
\endpipeline
