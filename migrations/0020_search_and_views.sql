-- Search in the admin (q) finds several words in any order, each of them in any of the searched texts. No index spans tables, so an
-- order and a product have their words in one text.

-- ====================================================================================================
-- Orders: also last names and companies, and the names of billing addresses
-- ====================================================================================================

-- The number comes first, on a line of its own: a search for #196 finds the text that begins with it.
-- In PL/pgSQL, which reuses its plans: before PostgreSQL 18 a function in SQL is planned at every call.
create function tradewind.order_words(display_id integer, email text, addresses text[], customer text) returns text
  language plpgsql stable as $$
begin
  return concat_ws(E'\n', order_words.display_id, order_words.email,
    (select string_agg(concat_ws(E'\n', first_name, last_name, company), E'\n' order by id) from public.address
      where id::text = any(addresses)),
    (select concat_ws(E'\n', first_name, last_name, phone) from public.customer where id::text = order_words.customer));
end $$;

create or replace function tradewind.index_orders(ids varchar[]) returns void language plpgsql as $$
begin
  perform from tradewind.order_search where order_id = any(ids) order by order_id for no key update;
  insert into tradewind.order_search (order_id, words)
  select placed.id, tradewind.order_words(placed.display_id, placed.email,
    array[placed.shipping_address_id, placed.billing_address_id], placed.customer_id)
  from public."order" placed
  where placed.id = any(ids)
  order by placed.id
  on conflict (order_id) do update set words = excluded.words where order_search.words <> excluded.words;
end
$$;

create or replace function tradewind.order_placed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into tradewind.order_search (order_id, words)
  values (new.id, tradewind.order_words(new.display_id, new.email,
    array[new.shipping_address_id, new.billing_address_id], new.customer_id))
  on conflict (order_id) do update set words = excluded.words;
  return null;
end
$$;

-- Most addresses that change belong to carts, not to orders.
create or replace function tradewind.order_address_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids varchar[] := array(select id from public."order" where shipping_address_id = new.id
    union select id from public."order" where billing_address_id = new.id);
begin
  if cardinality(ids) > 0 then
    perform tradewind.index_orders(ids);
  end if;
  return null;
end
$$;

-- ====================================================================================================
-- Products: the title, the description, and the titles and SKUs of the variants, in lower case
-- ====================================================================================================

create table tradewind.product_text (
  product_id varchar primary key references public.product (id) on update cascade on delete cascade,
  words text not null
);

create function tradewind.product_words(product text) returns text language plpgsql stable as $$
begin
  return (select lower(concat_ws(E'\n', named.title, named.description,
      (select string_agg(concat_ws(E'\n', title, sku), E'\n' order by id) from public.product_variant
        where product_id::text = named.id::text and deleted_at is null)))
    from public.product named where named.id::text = product);
end $$;

-- Two changes of one product at the same moment, such as its title and the SKU of a variant: the second waits for the first at the
-- lock, and its next statement sees what the first wrote.
create function tradewind.index_product_texts(ids varchar[]) returns void language plpgsql as $$
begin
  perform from tradewind.product_text where product_id = any(ids) order by product_id for no key update;
  insert into tradewind.product_text (product_id, words)
  select id, tradewind.product_words(id) from public.product where id = any(ids) order by id
  on conflict (product_id) do update set words = excluded.words where product_text.words <> excluded.words;
end
$$;

create function tradewind.product_text_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform tradewind.index_product_texts(array[new.id]);
  return null;
end
$$;

create function tradewind.variant_texts_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform tradewind.index_product_texts(array(select distinct product_id from changed));
  return null;
end
$$;

create function tradewind.variant_text_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform tradewind.index_product_texts(array[new.product_id, old.product_id]);
  return null;
end
$$;

revoke execute on function tradewind.product_text_changed(), tradewind.variant_texts_changed(),
  tradewind.variant_text_changed() from public;

-- ====================================================================================================
-- What is there already. Before the triggers, which lock the tables until this is committed
-- ====================================================================================================

update tradewind.order_search set words = tradewind.order_words(placed.display_id, placed.email,
    array[placed.shipping_address_id, placed.billing_address_id], placed.customer_id)
from public."order" placed where placed.id = order_id;

-- A database of v1 that is adopted has no row here yet: it is filled when its tables are not locked any more (src/adopt/backfill).
insert into tradewind.product_text (product_id, words)
select product_id, tradewind.product_words(product_id) from tradewind.product_search;
create index idx_product_text_words on tradewind.product_text using gin (words gin_trgm_ops);

-- Customers, newest first.
create index idx_customer_newest on customer (created_at desc, id desc) where deleted_at is null;

drop trigger index_changed_order on public."order";
create trigger index_changed_order after update on public."order" for each row
  when ((old.display_id, old.email, old.shipping_address_id, old.billing_address_id, old.customer_id)
    is distinct from (new.display_id, new.email, new.shipping_address_id, new.billing_address_id, new.customer_id))
  execute function tradewind.order_changed();

drop trigger index_orders_to_address on public.address;
create trigger index_orders_to_address after update on public.address for each row
  when ((old.first_name, old.last_name, old.company) is distinct from (new.first_name, new.last_name, new.company))
  execute function tradewind.order_address_changed();

create trigger text_insert after insert on public.product
  for each row execute function tradewind.product_text_changed();
create trigger text_update after update of title, description on public.product for each row
  when ((old.title, old.description) is distinct from (new.title, new.description))
  execute function tradewind.product_text_changed();
create trigger text_insert after insert on public.product_variant
  referencing new table as changed for each statement execute function tradewind.variant_texts_changed();
create trigger text_delete after delete on public.product_variant
  referencing old table as changed for each statement execute function tradewind.variant_texts_changed();
-- Orders change the stock of a variant: with the names of columns PostgreSQL calls nothing for them.
create trigger text_update after update of title, sku, product_id, deleted_at on public.product_variant for each row
  when ((old.title, old.sku, old.product_id, old.deleted_at) is distinct from (new.title, new.sku, new.product_id, new.deleted_at))
  execute function tradewind.variant_text_changed();

alter table public.product
  enable always trigger text_insert,
  enable always trigger text_update;
alter table public.product_variant
  enable always trigger text_insert,
  enable always trigger text_update,
  enable always trigger text_delete;

-- What other processes have written since the transaction began.
select tradewind.index_orders(array(select id from public."order" where updated_at > now() - interval '1 minute'));
select tradewind.index_product_texts(array(select id from public.product where updated_at > now() - interval '1 minute'));

-- ====================================================================================================
-- Views: what a user has set a list of the dashboard to show, under a name
-- ====================================================================================================

create table tradewind.saved_view (
  id text primary key,
  user_id text not null references public."user" (id) on delete cascade,
  list text not null,
  name text not null,
  search jsonb not null,
  is_shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index uq_saved_view_name on tradewind.saved_view (user_id, list, lower(name));
create index idx_saved_view_shared on tradewind.saved_view (list) where is_shared;
