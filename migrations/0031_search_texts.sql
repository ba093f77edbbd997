-- Search in the admin (q): draft orders and customers have a text of their own, as orders and products have; streets, postal codes and
-- cities are in the texts of orders, drafts and customers.

-- ====================================================================================================
-- The texts
-- ====================================================================================================

-- PostgreSQL inlines it: it is one expression.
create function tradewind.address_words(shown public.address) returns text language sql stable as $$
  select concat_ws(E'\n', shown.first_name, shown.last_name, shown.company, shown.address_1, shown.address_2, shown.postal_code,
    shown.city, shown.province)
$$;

-- The number comes first, on a line of its own: a search for #196 finds the text that begins with it.
create or replace function tradewind.order_words(display_id integer, email text, addresses text[], customer text) returns text
  language plpgsql stable as $$
begin
  return concat_ws(E'\n', order_words.display_id, order_words.email,
    (select string_agg(tradewind.address_words(place), E'\n' order by place.id) from public.address place
      where place.id::text = any(addresses)),
    (select concat_ws(E'\n', first_name, last_name, phone) from public.customer where id::text = order_words.customer));
end $$;

-- The email and the names, and the address book.
create function tradewind.customer_words(customer text) returns text language plpgsql stable as $$
begin
  return (select concat_ws(E'\n', named.email, named.first_name, named.last_name,
      (select string_agg(tradewind.address_words(place), E'\n' order by place.id) from public.address place
        where (place.customer_id = named.id or place.id = named.billing_address_id) and place.deleted_at is null))
    from public.customer named where named.id::text = customer);
end $$;

-- The dashboard shows the number of a draft as D12.
create function tradewind.draft_order_words(draft text) returns text language plpgsql stable as $$
begin
  return (select concat_ws(E'\n', '#' || prepared.display_id, 'D' || prepared.display_id, held.email,
      (select string_agg(tradewind.address_words(place), E'\n' order by place.id) from public.address place
        where place.id = any(array[held.shipping_address_id, held.billing_address_id])),
      (select concat_ws(E'\n', first_name, last_name, phone) from public.customer where id = held.customer_id))
    from public.draft_order prepared left join public.cart held on held.id = prepared.cart_id
    where prepared.id::text = draft);
end $$;

-- Two changes of one row at the same moment: the second waits for the first at the lock, and its next statement sees what the first wrote.
create function tradewind.index_customers(ids varchar[]) returns void language plpgsql as $$
begin
  perform from tradewind.customer_search where customer_id = any(ids) order by customer_id for no key update;
  insert into tradewind.customer_search (customer_id, words)
  select id, tradewind.customer_words(id) from public.customer where id = any(ids) order by id
  on conflict (customer_id) do update set words = excluded.words where customer_search.words <> excluded.words;
end $$;

create function tradewind.index_draft_orders(ids varchar[]) returns void language plpgsql as $$
begin
  perform from tradewind.draft_order_search where draft_order_id = any(ids) order by draft_order_id for no key update;
  insert into tradewind.draft_order_search (draft_order_id, words)
  select id, tradewind.draft_order_words(id) from public.draft_order where id = any(ids) order by id
  on conflict (draft_order_id) do update set words = excluded.words where draft_order_search.words <> excluded.words;
end $$;

-- ====================================================================================================
-- What is there already, in tables that other processes do not use yet: they are filled and indexed without a lock
-- ====================================================================================================

-- While a database of v1 is adopted its tables are locked, and the texts are written afterwards (src/adopt/backfill). Then there is
-- neither a text of an order nor of a product.
create function tradewind.has_texts() returns boolean language sql stable as $$
  select to_regclass('tradewind_adoption.state') is null
    or exists (select from tradewind.order_search) or exists (select from tradewind.product_search)
$$;

-- A million texts are indexed in half the time.
set local maintenance_work_mem = '256MB';

-- As the functions write them, to the byte: an adoption that was interrupted has the same texts.
create table tradewind.order_words_now as
  select placed.id as order_id, concat_ws(E'\n', placed.display_id, placed.email,
    case when payer.id < goal.id then tradewind.address_words(payer) end,
    case when goal.id is not null then tradewind.address_words(goal) end,
    case when payer.id > goal.id or goal.id is null and payer.id is not null then tradewind.address_words(payer) end,
    case when buyer.id is not null then concat_ws(E'\n', buyer.first_name, buyer.last_name, buyer.phone) end) as words
  from public."order" placed
  left join public.address goal on goal.id = placed.shipping_address_id
  left join public.address payer on payer.id = placed.billing_address_id
  left join public.customer buyer on buyer.id = placed.customer_id
  where tradewind.has_texts();

create table tradewind.customer_search as
  select named.id as customer_id, concat_ws(E'\n', named.email, named.first_name, named.last_name, book.words) as words
  from public.customer named
  left join (
    select owner, string_agg(place_words, E'\n' order by id) as words
    from (
      select place.id, place.customer_id as owner, tradewind.address_words(place) as place_words from public.address place
        where place.customer_id is not null and place.deleted_at is null
      union
      select place.id, payer.id, tradewind.address_words(place) from public.customer payer
        join public.address place on place.id = payer.billing_address_id and place.deleted_at is null
    ) shown
    group by owner
  ) book on book.owner = named.id
  where tradewind.has_texts();

create table tradewind.draft_order_search as
  select prepared.id as draft_order_id, concat_ws(E'\n', '#' || prepared.display_id, 'D' || prepared.display_id, held.email,
    case when payer.id < goal.id then tradewind.address_words(payer) end,
    case when goal.id is not null then tradewind.address_words(goal) end,
    case when payer.id > goal.id or goal.id is null and payer.id is not null then tradewind.address_words(payer) end,
    case when buyer.id is not null then concat_ws(E'\n', buyer.first_name, buyer.last_name, buyer.phone) end) as words
  from public.draft_order prepared
  left join public.cart held on held.id = prepared.cart_id
  left join public.address goal on goal.id = held.shipping_address_id
  left join public.address payer on payer.id = held.billing_address_id
  left join public.customer buyer on buyer.id = held.customer_id
  where tradewind.has_texts();

drop function tradewind.has_texts();

alter table tradewind.order_words_now alter words set not null, add primary key (order_id);
alter table tradewind.customer_search alter words set not null, add primary key (customer_id);
alter table tradewind.draft_order_search alter words set not null, add primary key (draft_order_id);
create index idx_order_words_now on tradewind.order_words_now using gin (words gin_trgm_ops);
create index idx_customer_search_words on tradewind.customer_search using gin (words gin_trgm_ops);
create index idx_draft_order_search_words on tradewind.draft_order_search using gin (words gin_trgm_ops);

analyze tradewind.order_words_now, tradewind.customer_search, tradewind.draft_order_search;

-- ====================================================================================================
-- Triggers. From here on the tables are locked until this is committed
-- ====================================================================================================

drop table tradewind.order_search;
alter table tradewind.order_words_now rename to order_search;
alter table tradewind.order_search rename constraint order_words_now_pkey to order_search_pkey;
alter index tradewind.idx_order_words_now rename to idx_order_search_words;

create function tradewind.customer_added() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into tradewind.customer_search (customer_id, words) values (new.id, tradewind.customer_words(new.id))
  on conflict (customer_id) do update set words = excluded.words;
  return null;
end $$;

create function tradewind.customer_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform tradewind.index_customers(array[new.id]);
  return null;
end $$;

-- Most addresses that change belong to carts, not to orders.
create or replace function tradewind.order_address_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
declare
  orders varchar[] := array(select id from public."order" where shipping_address_id = new.id
    union select id from public."order" where billing_address_id = new.id);
  drafts varchar[] := array(select prepared.id from public.cart held
    join public.draft_order prepared on prepared.cart_id = held.id
    where held.type = 'draft_order' and (held.shipping_address_id = new.id or held.billing_address_id = new.id));
begin
  if cardinality(orders) > 0 then
    perform tradewind.index_orders(orders);
  end if;
  if cardinality(drafts) > 0 then
    perform tradewind.index_draft_orders(drafts);
  end if;
  return null;
end $$;

create function tradewind.book_address_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform tradewind.index_customers(array[new.customer_id]);
  elsif tg_op = 'DELETE' then
    perform tradewind.index_customers(array[old.customer_id]);
  else
    perform tradewind.index_customers(array(select id from public.customer
      where id = any(array[old.customer_id, new.customer_id]) or billing_address_id = new.id));
  end if;
  return null;
end $$;

create function tradewind.draft_order_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform tradewind.index_draft_orders(array[new.id]);
  return null;
end $$;

create function tradewind.draft_cart_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform tradewind.index_draft_orders(array(select id from public.draft_order where cart_id = new.id));
  return null;
end $$;

create function tradewind.draft_customer_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform tradewind.index_draft_orders(array(select prepared.id from public.cart held
    join public.draft_order prepared on prepared.cart_id = held.id
    where held.type = 'draft_order' and held.customer_id = new.id));
  return null;
end $$;

revoke execute on function tradewind.customer_added(), tradewind.customer_changed(), tradewind.book_address_changed(),
  tradewind.draft_order_changed(), tradewind.draft_cart_changed(), tradewind.draft_customer_changed() from public;

create trigger index_added_customer after insert on public.customer
  for each row execute function tradewind.customer_added();
create trigger index_changed_customer after update on public.customer for each row
  when ((old.email, old.first_name, old.last_name, old.billing_address_id)
    is distinct from (new.email, new.first_name, new.last_name, new.billing_address_id))
  execute function tradewind.customer_changed();
create trigger index_drafts_of_customer after update on public.customer for each row
  when ((old.first_name, old.last_name, old.phone) is distinct from (new.first_name, new.last_name, new.phone))
  execute function tradewind.draft_customer_changed();

drop trigger index_orders_to_address on public.address;
create trigger index_orders_to_address after update on public.address for each row
  when ((old.first_name, old.last_name, old.company, old.address_1, old.address_2, old.postal_code, old.city, old.province)
    is distinct from (new.first_name, new.last_name, new.company, new.address_1, new.address_2, new.postal_code, new.city, new.province))
  execute function tradewind.order_address_changed();
create trigger index_customer_of_added_address after insert on public.address for each row
  when (new.customer_id is not null) execute function tradewind.book_address_changed();
create trigger index_customer_of_changed_address after update on public.address for each row
  when (old.customer_id is distinct from new.customer_id or old.deleted_at is distinct from new.deleted_at or
    (old.first_name, old.last_name, old.company, old.address_1, old.address_2, old.postal_code, old.city, old.province)
    is distinct from (new.first_name, new.last_name, new.company, new.address_1, new.address_2, new.postal_code, new.city, new.province))
  execute function tradewind.book_address_changed();
create trigger index_customer_of_deleted_address after delete on public.address for each row
  when (old.customer_id is not null) execute function tradewind.book_address_changed();

create trigger index_added_draft_order after insert on public.draft_order
  for each row execute function tradewind.draft_order_changed();
create trigger index_changed_draft_order after update on public.draft_order for each row
  when ((old.display_id, old.cart_id) is distinct from (new.display_id, new.cart_id))
  execute function tradewind.draft_order_changed();
create trigger index_draft_order_of_cart after update on public.cart for each row
  when (new.type = 'draft_order' and (old.email, old.customer_id, old.shipping_address_id, old.billing_address_id)
    is distinct from (new.email, new.customer_id, new.shipping_address_id, new.billing_address_id))
  execute function tradewind.draft_cart_changed();

-- What other processes have written or deleted since the transaction began.
delete from tradewind.order_search where not exists (select from public."order" where id = order_id);
delete from tradewind.customer_search where not exists (select from public.customer where id = customer_id);
delete from tradewind.draft_order_search where not exists (select from public.draft_order where id = draft_order_id);
create table tradewind.recent_address as
  select id, customer_id from public.address where updated_at > now() - interval '1 minute';
select tradewind.index_orders(array(
  select id from public."order" where updated_at > now() - interval '1 minute'
  union select id from public."order" where shipping_address_id in (select id from tradewind.recent_address)
  union select id from public."order" where billing_address_id in (select id from tradewind.recent_address)
  union select placed.id from public."order" placed
    join public.customer buyer on buyer.id = placed.customer_id and buyer.updated_at > now() - interval '1 minute'));
select tradewind.index_customers(array(
  select id from public.customer where updated_at > now() - interval '1 minute'
  union select id from public.customer where id in (select customer_id from tradewind.recent_address)
  union select id from public.customer where billing_address_id in (select id from tradewind.recent_address)));
select tradewind.index_draft_orders(array(
  select prepared.id from public.draft_order prepared left join public.cart held on held.id = prepared.cart_id
    left join public.customer buyer on buyer.id = held.customer_id
  where greatest(prepared.updated_at, held.updated_at, buyer.updated_at) > now() - interval '1 minute'
    or held.shipping_address_id in (select id from tradewind.recent_address) or held.billing_address_id in (select id from tradewind.recent_address)));
drop table tradewind.recent_address;

alter table tradewind.order_search
  add constraint order_search_order_id_fkey foreign key (order_id) references public."order" (id) on delete cascade;
alter table tradewind.customer_search
  add constraint customer_search_customer_id_fkey foreign key (customer_id) references public.customer (id) on delete cascade;
alter table tradewind.draft_order_search
  add constraint draft_order_search_draft_order_id_fkey foreign key (draft_order_id) references public.draft_order (id)
    on delete cascade;

-- The text has what they had.
drop index if exists idx_customer_email_search;
drop index if exists idx_customer_first_name_search;
drop index if exists idx_customer_last_name_search;
