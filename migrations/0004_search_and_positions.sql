-- Search, and the positions of products in long lists. Triggers maintain both, so that changes made by plain SQL, or by
-- v1 on the same database, are found as well.

-- ====================================================================================================
-- Substring search in the admin (q): trigram indexes
-- ====================================================================================================

create index idx_customer_email_trgm on customer using gin (email gin_trgm_ops) where deleted_at is null;
create index idx_customer_first_name_trgm on customer using gin (first_name gin_trgm_ops) where deleted_at is null;
create index idx_customer_group_name_trgm on customer_group using gin (name gin_trgm_ops) where deleted_at is null;
create index idx_customer_last_name_trgm on customer using gin (last_name gin_trgm_ops) where deleted_at is null;
create index idx_discount_code_trgm on discount using gin (code gin_trgm_ops) where deleted_at is null;
create index idx_gift_card_code_trgm on gift_card using gin (code gin_trgm_ops) where deleted_at is null;
create index idx_product_collection_handle_trgm
  on product_collection using gin (handle gin_trgm_ops) where deleted_at is null;
create index idx_product_handle_trgm on product using gin (handle gin_trgm_ops) where deleted_at is null;
create index idx_user_email_trgm on "user" using gin (email gin_trgm_ops) where deleted_at is null;
create index idx_user_first_name_trgm on "user" using gin (first_name gin_trgm_ops) where deleted_at is null;
create index idx_user_last_name_trgm on "user" using gin (last_name gin_trgm_ops) where deleted_at is null;

-- ====================================================================================================
-- Search for orders in the admin
-- ====================================================================================================

-- The words that an order is found by: number, email, the first name of the shipping address, the names and the phone of
-- the customer. They are in three tables, and no index spans tables.
create table tradewind.order_search (
  order_id varchar primary key references public."order" (id) on delete cascade,
  words text not null
);
create index idx_order_search_words on tradewind.order_search using gin (words gin_trgm_ops);

-- Two changes of one order at the same moment, such as its email and the name of its customer: the second waits for the
-- first at the lock, and its next statement sees what the first wrote.
-- In PL/pgSQL, which reuses its plans: before PostgreSQL 18 a function in SQL is planned at every call.
create function tradewind.index_orders(ids varchar[]) returns void language plpgsql as $$
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

-- Orders are placed one at a time, and their words are in the new row and two others.
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

create function tradewind.order_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_orders(array[new.id]);
  return null;
end
$$;

-- Most addresses that change belong to carts, not to orders.
create function tradewind.order_address_changed() returns trigger language plpgsql as $$
declare
  ids varchar[] := array(select id from public."order" where shipping_address_id = new.id);
begin
  if cardinality(ids) > 0 then
    perform tradewind.index_orders(ids);
  end if;
  return null;
end
$$;

create function tradewind.order_customer_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_orders(array(select id from public."order" where customer_id = new.id));
  return null;
end
$$;

create trigger index_placed_order after insert on public."order"
  for each row execute function tradewind.order_placed();

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

-- ====================================================================================================
-- Search for products in the storefront
-- ====================================================================================================

-- One document for each product. Weights: title A, handle and tags B, subtitle C, description D.
create table tradewind.product_search (
  product_id text primary key references public.product (id) on delete cascade,
  document tsvector not null
);
create index idx_product_search_document on tradewind.product_search using gin (document);

-- All words of products, to correct what was misspelled. A word that no product has any more does no harm.
create table tradewind.product_word (word text primary key);
create index idx_product_word_prefix on tradewind.product_word (word text_pattern_ops);
create index idx_product_word_similar on tradewind.product_word using gin (word public.gin_trgm_ops);

create function tradewind.index_products(ids text[]) returns void language sql as $$
  delete from tradewind.product_search
    where product_id = any(ids)
    and not exists (select 1 from public.product where id = product_id and deleted_at is null);
  insert into tradewind.product_search (product_id, document)
  select
    product.id,
    setweight(to_tsvector('simple', product.title), 'A')
      || setweight(to_tsvector('simple', replace(coalesce(product.handle, ''), '-', ' ') || ' ' || tags.words), 'B')
      || setweight(to_tsvector('simple', coalesce(product.subtitle, '')), 'C')
      || setweight(to_tsvector('simple', left(coalesce(product.description, ''), 20000)), 'D')
  from public.product
  cross join lateral (
    select coalesce(string_agg(tag.value, ' '), '') as words
    from public.product_tags tagged
    join public.product_tag tag on tag.id = tagged.product_tag_id and tag.deleted_at is null
    where tagged.product_id = product.id
  ) tags
  where product.id = any(ids) and product.deleted_at is null
  on conflict (product_id) do update set document = excluded.document;
  insert into tradewind.product_word (word)
  select distinct word
  from tradewind.product_search, unnest(tsvector_to_array(document)) word
  where product_id = any(ids) and word ~ '^[[:alpha:]]{3,40}$'
  order by word
  on conflict do nothing;
$$;

-- The query for what a person typed: the last word may be unfinished, and a word that no product has is replaced by the
-- most similar ones. A function, because the threshold of similarity is a setting of the operator.
create function tradewind.product_query(asked text) returns tsquery
  language sql stable set pg_trgm.similarity_threshold = 0.35 as $$
  select to_tsquery('simple', string_agg(
    case
      when similar_words.query is not null then similar_words.query
      when known.word is null or (typed.is_last and longer.word is not null) then quote_literal(typed.word) || ':*'
      else quote_literal(typed.word)
    end, ' & '))
  from (
    select lexeme as word, max(positions[1]) over () = positions[1] as is_last
    from unnest(to_tsvector('simple', left(asked, 500)))
  ) typed
  left join tradewind.product_word known on known.word = typed.word
  left join lateral (
    select begun.word from tradewind.product_word begun
    where begun.word like replace(replace(replace(typed.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and begun.word <> typed.word
    limit 1
  ) longer on true
  left join lateral (
    select '(' || string_agg(quote_literal(nearest.word), ' | ') || ')' as query
    from (
      select candidate.word from tradewind.product_word candidate
      where candidate.word % typed.word order by similarity(candidate.word, typed.word) desc, candidate.word limit 3
    ) nearest
    where known.word is null and longer.word is null
  ) similar_words on true;
$$;

create function tradewind.product_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_products(array(select id::text from changed));
  return null;
end
$$;

create function tradewind.product_tags_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_products(array(select distinct product_id::text from changed));
  return null;
end
$$;

create function tradewind.product_tag_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_products(array(
    select distinct tagged.product_id::text from public.product_tags tagged
    join changed on changed.id = tagged.product_tag_id));
  return null;
end
$$;

create trigger search_insert after insert on public.product
  referencing new table as changed for each statement execute function tradewind.product_changed();
create trigger search_update after update on public.product
  referencing new table as changed for each statement execute function tradewind.product_changed();
create trigger search_insert after insert on public.product_tags
  referencing new table as changed for each statement execute function tradewind.product_tags_changed();
create trigger search_delete after delete on public.product_tags
  referencing old table as changed for each statement execute function tradewind.product_tags_changed();
create trigger search_update after update on public.product_tag
  referencing new table as changed for each statement execute function tradewind.product_tag_changed();

-- Also in sessions that switch ordinary triggers off, such as logical replication.
alter table public.product
  enable always trigger search_insert,
  enable always trigger search_update;
alter table public.product_tags
  enable always trigger search_insert,
  enable always trigger search_delete;
alter table public.product_tag
  enable always trigger search_update;

-- ====================================================================================================
-- Positions of products in long lists
-- ====================================================================================================

-- Which product is at an offset of a long list, without reading the list up to it. The lists, newest first, are: all
-- products, with the name '', and what is published in a sales channel, with the channel's id as its name.
--
-- A list is divided into segments of about a thousand products, and the size of each is stored. A transaction that changes
-- a list only records between which products, so writers never wait for one another. Readers count the segments that were
-- changed, until count_product_segments() has counted them again and removed the records. A statement sees a change
-- together with its record, or neither, so its result is exact (docs/adr/0010-counts-and-offsets.md).

-- A segment begins behind a product: size is how many products are newer than it, up to where the next segment begins.
create table tradewind.product_list_segment (
  list varchar not null,
  created_at timestamptz not null,
  id varchar not null,
  size integer not null,
  primary key (list, created_at, id)
);

-- A change between two products of a list, both included. The defaults mean the whole list.
create table tradewind.product_change (
  seq bigint generated always as identity primary key,
  oldest_at timestamptz not null default '-infinity',
  oldest_id varchar not null default '',
  newest_at timestamptz not null default 'infinity',
  newest_id varchar not null default ''
);

-- The products of a list that are newer than one place, up to another. The comparison of the dates alone is not needed for
-- the result: it lets the planner estimate how many products there are.
create function tradewind.listed_products(
  list varchar, older_at timestamptz, older_id varchar, newest_at timestamptz, newest_id varchar
) returns table (created_at timestamptz, id varchar) language sql stable as $$
  select product.created_at, product.id
  from public.product
  where list = '' and product.deleted_at is null
    and product.created_at between older_at and newest_at
    and (product.created_at, product.id) > (older_at, older_id)
    and (product.created_at, product.id) <= (newest_at, newest_id)
  union all
  select product.created_at, product.id
  from public.product
  join public.product_sales_channel sold on sold.product_id = product.id and sold.sales_channel_id = list
  where list <> '' and product.deleted_at is null and product.status = 'published'
    and product.created_at between older_at and newest_at
    and (product.created_at, product.id) > (older_at, older_id)
    and (product.created_at, product.id) <= (newest_at, newest_id)
$$;

create function tradewind.newest_product(out created_at timestamptz, out id varchar) language sql stable as $$
  select product.created_at, product.id from public.product
  where product.deleted_at is null order by product.created_at desc, product.id desc limit 1
$$;

-- Merges very many changes into a few that cover them all, so that comparing them with every segment is quick.
create function tradewind.merge_changes(changes tradewind.product_change[]) returns tradewind.product_change[]
  language sql stable as $$
  select coalesce(array_agg((0, oldest_at, oldest_id, newest_at, newest_id)::tradewind.product_change), '{}')
  from (
    select min(oldest_at) as oldest_at, min(oldest_id) as oldest_id,
      max(newest_at) as newest_at, max(newest_id) as newest_id
    from (select *, ntile(100) over (order by oldest_at, oldest_id) as part from unnest(changes)) neighbours
    group by part
  ) few
$$;

-- The segments of a list, newest first. The last one reaches to the end of the list. Segments that begin inside a change are
-- merged with their neighbours, because their sizes are unknown.
create function tradewind.product_segments(asked varchar, changes tradewind.product_change[])
  returns table (
    created_at timestamptz, id varchar, size integer, newer_at timestamptz, newer_id varchar, is_changed boolean
  ) language sql stable as $$
  select segment.*, cardinality(changes) > 0 and exists (
    select from unnest(changes) change
    where (change.newest_at, change.newest_id) > (segment.created_at, segment.id)
      and (segment.newer_at is null
        or (change.oldest_at, change.oldest_id) <= (segment.newer_at, segment.newer_id)))
  from (
    select mark.*, lag(created_at) over newest_first as newer_at, lag(id) over newest_first as newer_id
    from (
      select created_at, id, size from tradewind.product_list_segment
      where list = asked and (cardinality(changes) = 0 or not exists (
        select from unnest(changes) change
        where (change.oldest_at, change.oldest_id) <= (created_at, id)
          and (change.newest_at, change.newest_id) > (created_at, id)))
      union all
      select '-infinity', '', 0
    ) mark
    window newest_first as (order by created_at desc, id desc)
  ) segment
  order by segment.created_at desc, segment.id desc
$$;

-- How many products of a list are newer than one place, up to another. Dynamic SQL, so that it is planned with its values:
-- the best plan depends on how many products lie between the two places, and in the channel.
create function tradewind.count_listed(
  list varchar, older_at timestamptz, older_id varchar, newest_at timestamptz, newest_id varchar, out size bigint
) language plpgsql stable as $$
begin
  execute 'select count(*) from tradewind.listed_products($1, $2, $3, $4, $5)' into size
    using list, older_at, older_id, newest_at, newest_id;
end
$$;

-- The product at an offset of a list.
create function tradewind.product_at(list varchar, place bigint)
  returns table (created_at timestamptz, id varchar) language plpgsql stable as $$
declare
  changes tradewind.product_change[] := tradewind.merge_changes(array(select note from tradewind.product_change note));
  newest record;
  around record;
begin
  select * into newest from tradewind.newest_product();
  -- The last segment with at most that many products before it. The size of the very last one does not matter.
  select counted.* into around
  from (
    select part.*,
      coalesce(sum(case
        when part.id = '' then 0
        when part.is_changed then
          tradewind.count_listed(list, part.created_at, part.id, part.newer_at, part.newer_id)::integer
        else part.size
      end) over (
        order by part.created_at desc, part.id desc rows between unbounded preceding and 1 preceding
      ), 0) as newer
    from (
      select segment.created_at, segment.id, segment.size, segment.is_changed,
        coalesce(segment.newer_at, newest.created_at) as newer_at, coalesce(segment.newer_id, newest.id) as newer_id
      from tradewind.product_segments(list, changes) segment
    ) part
  ) counted
  where counted.newer <= place
  order by counted.created_at, counted.id limit 1;
  return query execute
    'select * from tradewind.listed_products($1, $2, $3, $4, $5) order by created_at desc, id desc limit 1 offset $6'
    using list, around.created_at, around.id, around.newer_at, around.newer_id, place - around.newer;
end
$$;

-- Counts the segments that were changed, and splits those that have grown. One process at a time, and the lock comes
-- first: an older count must not replace a newer one. Changes that are committed meanwhile stay recorded.
create function tradewind.count_product_segments(step integer default 1000) returns void
  language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  changes tradewind.product_change[];
  newest record;
  list_name varchar;
  segment record;
  known integer;
begin
  if not exists (select from tradewind.product_change) then return; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('tradewind.product_list_segment', 0)) then return; end if;
  with noted as (delete from tradewind.product_change returning *)
  select tradewind.merge_changes(array_agg(noted::tradewind.product_change)) into changes from noted;
  select * into newest from tradewind.newest_product();
  for list_name in
    select '' union select id from public.sales_channel union select list from tradewind.product_list_segment
  loop
    -- Segments that were merged are split again.
    delete from tradewind.product_list_segment mark where list = list_name and not exists (
      select from tradewind.product_segments(list_name, changes) kept
      where (kept.created_at, kept.id) = (mark.created_at, mark.id));
    for segment in select * from tradewind.product_segments(list_name, changes) where is_changed loop
      -- One statement counts the parts and the rest, because both must see the same products.
      with listed as materialized (
        select created_at, id, row_number() over (order by created_at desc, id desc) - 1 as newer
        from tradewind.listed_products(list_name, segment.created_at, segment.id,
          coalesce(segment.newer_at, newest.created_at), coalesce(segment.newer_id, newest.id))
      ), cut as (
        insert into tradewind.product_list_segment (list, created_at, id, size)
        select list_name, created_at, id, step from listed
        where newer > 0 and newer % step = 0 and (select count(*) from listed) > 2 * step
        returning size
      )
      select (select count(*) from listed) - (select coalesce(sum(size), 0) from cut) into known;
      update tradewind.product_list_segment mark set size = known
        where (list, created_at, id) = (list_name, segment.created_at, segment.id);
    end loop;
    delete from tradewind.product_list_segment where list = list_name and size = 0;
  end loop;
end
$$;

-- Records a few products one by one, many as one range of the list.
create function tradewind.record_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into tradewind.product_change default values;
  else
    insert into tradewind.product_change (oldest_at, oldest_id, newest_at, newest_id)
    select min(created_at), min(id), max(created_at), max(id) from moved
    group by case when (select count(*) from moved) <= 20 then id end;
  end if;
  return null;
end
$$;

-- Records an update only if it changes a column that decides the position of a product.
create function tradewind.record_updated_products() returns trigger language plpgsql as $$
begin
  with
    was as (select id, created_at, status, deleted_at is null as is_alive from old_rows),
    became as (select id, created_at, status, deleted_at is null as is_alive from new_rows),
    moved as materialized (
      (select * from was except select * from became) union all (select * from became except select * from was)
    )
  insert into tradewind.product_change (oldest_at, oldest_id, newest_at, newest_id)
  select min(created_at), min(id), max(created_at), max(id) from moved
  group by case when (select count(*) from moved) <= 20 then id end;
  -- A transaction that puts the product into a channel at the same time still sees its old position: it has to wait.
  if found and exists (
    select from new_rows became
    where not exists (select from old_rows was where (was.id, was.created_at) = (became.id, became.created_at))
  ) then
    lock table public.product_sales_channel in share mode;
  end if;
  return null;
end
$$;

-- A product that this transaction does not see, or sees in an old version, may be at any position.
create function tradewind.record_channel_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' or current_setting('transaction_isolation') in ('repeatable read', 'serializable') then
    insert into tradewind.product_change default values;
  else
    with products as materialized (
      select coalesce(created_at, '-infinity') as oldest_at, coalesce(created_at, 'infinity') as newest_at,
        coalesce(id, '') as id
      from moved left join public.product on product.id = moved.product_id
    )
    insert into tradewind.product_change (oldest_at, oldest_id, newest_at, newest_id)
    select min(oldest_at), min(id), max(newest_at), max(id) from products
    group by case when (select count(*) from products) <= 20 then id end;
  end if;
  return null;
end
$$;

create trigger place_insert after insert on public.product
  referencing new table as moved for each statement execute function tradewind.record_products();
create trigger place_delete after delete on public.product
  referencing old table as moved for each statement execute function tradewind.record_products();
create trigger place_update after update on public.product
  referencing old table as old_rows new table as new_rows
  for each statement execute function tradewind.record_updated_products();
create trigger place_truncate after truncate on public.product
  for each statement execute function tradewind.record_products();

create trigger place_insert after insert on public.product_sales_channel
  referencing new table as moved for each statement execute function tradewind.record_channel_products();
create trigger place_delete after delete on public.product_sales_channel
  referencing old table as moved for each statement execute function tradewind.record_channel_products();
create trigger place_update_from after update on public.product_sales_channel
  referencing old table as moved for each statement execute function tradewind.record_channel_products();
create trigger place_update_to after update on public.product_sales_channel
  referencing new table as moved for each statement execute function tradewind.record_channel_products();
create trigger place_truncate after truncate on public.product_sales_channel
  for each statement execute function tradewind.record_channel_products();

-- Also in sessions that switch ordinary triggers off, such as tools that load data.
alter table public.product
  enable always trigger place_insert,
  enable always trigger place_delete,
  enable always trigger place_update,
  enable always trigger place_truncate;
alter table public.product_sales_channel
  enable always trigger place_insert,
  enable always trigger place_delete,
  enable always trigger place_update_from,
  enable always trigger place_update_to,
  enable always trigger place_truncate;

-- The product at an offset of the default channel's list. A shop without one shows all published products, and their
-- positions are not counted in advance: such a shop is being set up, or was taken over from v1 without channels.
-- A default channel that is deleted counts as none, as in filtered lists.
create function tradewind.product_at_default(place bigint)
  returns table (created_at timestamptz, id varchar) language plpgsql stable as $$
declare
  default_channel varchar := (select channel.id from store
    join sales_channel channel on channel.id = store.default_sales_channel_id and channel.deleted_at is null
    order by store.created_at limit 1);
begin
  if default_channel is not null then
    return query select * from tradewind.product_at(default_channel, place);
  else
    return query select product.created_at, product.id from product
      where product.status = 'published' and product.deleted_at is null
      order by product.created_at desc, product.id desc offset place limit 1;
  end if;
end $$;
