-- The least that adding a line to a cart is: what any server has to do that may be asked by many at once, and no more.
-- For pgbench; the bare server runs the same statements. Everything travels together, in one message and one answer.
\set number :client_id * :each + :done
\set cart :from + :number / 2
\set variant 1 + :number % :variants
\set quantity 1
\set done :done + 1
\startpipeline
begin;

-- Locked: of two requests for one cart the second has to see the line of the first, and none may change an order that
-- is being made. The row is a part of the answer.
select * from cart where id = :cart and deleted_at is null for no key update;

-- What is sold, at which price, and whether there is enough of it, is read when it is sold. A variant that is in the
-- cart already becomes more, another one becomes a line of its own; subscribers are notified.
-- Without an event nothing was added.
with offer as (
  select variant.id, variant.title as variant_title, product.title, product.thumbnail, product.discountable,
    product.is_giftcard, price.amount
  from cart
  join region on region.id = cart.region_id
  join product_variant variant on variant.id = :variant and variant.deleted_at is null
  join product on product.id = variant.product_id and product.deleted_at is null
  join product_variant_money_amount link on link.variant_id = variant.id
  join money_amount price on price.id = link.money_amount_id and price.deleted_at is null
    and price.currency_code = region.currency_code and price.region_id is null and price.price_list_id is null
  where cart.id = :cart and cart.completed_at is null
    and (variant.allow_backorder or not variant.manage_inventory or variant.inventory_quantity >= :quantity)
), merged as (
  update line_item line set quantity = line.quantity + :quantity, unit_price = offer.amount, updated_at = now()
  from offer where line.cart_id = :cart and line.variant_id = offer.id and line.should_merge
  returning line.id
), added as (
  insert into line_item (id, cart_id, variant_id, title, description, thumbnail, unit_price, quantity, allow_discounts,
    is_giftcard, has_shipping)
  select uuidv7()::text, :cart, offer.id, offer.title, offer.variant_title, offer.thumbnail, offer.amount, :quantity::int,
    offer.discountable, offer.is_giftcard, false
  from offer where not exists (select from merged)
  returning id
)
insert into tradewind.event (id, name, entity_id, data)
select uuidv7()::text, 'cart.updated', :cart, jsonb_build_object('id', :cart::text)
where exists (select from added) or exists (select from merged)
returning id;

-- The answer shows what is in the cart now.
select * from line_item where cart_id = :cart order by created_at, id;

commit;
\endpipeline
