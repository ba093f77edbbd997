-- What lists of orders, discounts and gift cards look up, at a million orders as at ten.

-- The newest first: all orders, those of a customer, those in a state.
create index idx_order_newest on "order" (created_at desc, id desc);
create index idx_order_customer_newest on "order" (customer_id, created_at desc, id desc);
create index idx_order_email_newest on "order" (email, created_at desc, id desc);
create index idx_order_status_newest on "order" (status, created_at desc, id desc);
create index idx_order_payment_status_newest on "order" (payment_status, created_at desc, id desc);
create index idx_order_fulfillment_status_newest on "order" (fulfillment_status, created_at desc, id desc);
create index idx_order_updated_at on "order" (updated_at desc, id desc);
create index idx_order_canceled_at on "order" (canceled_at) where canceled_at is not null;

create index idx_discount_newest on discount (created_at desc, id desc) where deleted_at is null;

create index idx_gift_card_newest on gift_card (created_at desc, id desc) where deleted_at is null;
create index idx_gift_card_code_trgm on gift_card using gin (code gin_trgm_ops) where deleted_at is null;

-- What the search for orders looks through: number, email, the first name goods are sent to, the customer's names and
-- phone. They are in three tables, and no index spans tables. Kept by triggers, so that a change made by plain SQL or by
-- v1 beside us is found as well.
create table tradewind.order_search (
  order_id varchar primary key references public."order" (id) on delete cascade,
  words text not null
);

create function tradewind.index_orders(ids varchar[]) returns void language sql as $$
  insert into tradewind.order_search (order_id, words)
  select placed.id, concat_ws(E'\n', placed.display_id, placed.email, goal.first_name,
    buyer.first_name, buyer.last_name, buyer.phone)
  from public."order" placed
  left join public.address goal on goal.id = placed.shipping_address_id
  left join public.customer buyer on buyer.id = placed.customer_id
  where placed.id = any(ids)
  order by placed.id
  on conflict (order_id) do update set words = excluded.words where order_search.words <> excluded.words;
$$;

select tradewind.index_orders(array(select id from public."order"));
create index idx_order_search_words on tradewind.order_search using gin (words gin_trgm_ops);

create function tradewind.orders_placed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_orders(array(select id from placed));
  return null;
end
$$;

create function tradewind.order_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_orders(array[new.id]);
  return null;
end
$$;

create function tradewind.order_address_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_orders(array(select id from public."order" where shipping_address_id = new.id));
  return null;
end
$$;

create function tradewind.order_customer_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_orders(array(select id from public."order" where customer_id = new.id));
  return null;
end
$$;

create trigger index_placed_orders after insert on public."order"
  referencing new table as placed for each statement execute function tradewind.orders_placed();

create trigger index_changed_order after update on public."order" for each row
  when ((old.display_id, old.email, old.shipping_address_id, old.customer_id)
    is distinct from (new.display_id, new.email, new.shipping_address_id, new.customer_id))
  execute function tradewind.order_changed();

create trigger index_orders_to_address after update on public.address for each row
  when (old.first_name is distinct from new.first_name)
  execute function tradewind.order_address_changed();

create trigger index_orders_of_customer after update on public.customer for each row
  when ((old.first_name, old.last_name, old.phone) is distinct from (new.first_name, new.last_name, new.phone))
  execute function tradewind.order_customer_changed();
