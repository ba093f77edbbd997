-- Which product stands at a place of a long list, without a walk to it. The lists, newest first, are: all products, which
-- is called '', and what is published in a sales channel, called by the channel's id.
--
-- Marks cut a list into segments of about a thousand products, and know the size of each. Whoever changes a list only
-- notes between which products, so writers never wait for one another. Readers count a segment that was changed, until
-- keep_product_marks() has counted it again and takes the note away. A statement sees a change together with its note,
-- or neither, so what it finds is exact (docs/adr/0010-counts-and-offsets.md).

-- size: how many products are newer than the mark, as far as the next mark.
create table tradewind.product_mark (
  list varchar not null,
  created_at timestamptz not null,
  id varchar not null,
  size integer not null,
  primary key (list, created_at, id)
);

-- Something was changed from one product to another, both included. The defaults mean everywhere.
create table tradewind.product_change (
  seq bigint generated always as identity primary key,
  oldest_at timestamptz not null default '-infinity',
  oldest_id varchar not null default '',
  newest_at timestamptz not null default 'infinity',
  newest_id varchar not null default ''
);

-- The products of a list that are newer than one place, up to another. It would do without comparing the dates alone,
-- but they tell the planner how many products there are.
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

-- Very many changes as a few that cover them all, so that looking for them in every segment is quick.
create function tradewind.gathered(changes tradewind.product_change[]) returns tradewind.product_change[]
  language sql stable as $$
  select coalesce(array_agg((0, oldest_at, oldest_id, newest_at, newest_id)::tradewind.product_change), '{}')
  from (
    select min(oldest_at) as oldest_at, min(oldest_id) as oldest_id,
      max(newest_at) as newest_at, max(newest_id) as newest_id
    from (select *, ntile(100) over (order by oldest_at, oldest_id) as part from unnest(changes)) neighbours
    group by part
  ) few
$$;

-- The segments of a list, newest first. Each ends with its mark, the last one where the list ends. Marks in the midst of
-- a change are left out, because neither side of them is known.
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
      select created_at, id, size from tradewind.product_mark
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

-- How many products of a list are newer than one place, up to another. What reads a list is planned with its values: how
-- many products lie between two places, and in a channel, decides how to read them.
create function tradewind.count_listed(
  list varchar, older_at timestamptz, older_id varchar, newest_at timestamptz, newest_id varchar, out size bigint
) language plpgsql stable as $$
begin
  execute 'select count(*) from tradewind.listed_products($1, $2, $3, $4, $5)' into size
    using list, older_at, older_id, newest_at, newest_id;
end
$$;

-- The product that stands behind this many others of a list.
create function tradewind.product_at(list varchar, place bigint)
  returns table (created_at timestamptz, id varchar) language plpgsql stable as $$
declare
  changes tradewind.product_change[] := tradewind.gathered(array(select note from tradewind.product_change note));
  newest record;
  around record;
begin
  select * into newest from tradewind.newest_product();
  -- The last segment that has no more products before it. How many are in the very last does not matter.
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

-- Counts what was changed, and cuts what has grown. One at a time, and the lock comes first: what was counted earlier
-- must not take the place of what was counted later. What is committed meanwhile stays noted.
create function tradewind.keep_product_marks(step integer default 1000) returns void
  language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  changes tradewind.product_change[];
  newest record;
  list_name varchar;
  segment record;
  known integer;
begin
  if not exists (select from tradewind.product_change) then return; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('tradewind.product_mark', 0)) then return; end if;
  with noted as (delete from tradewind.product_change returning *)
  select tradewind.gathered(array_agg(noted::tradewind.product_change)) into changes from noted;
  select * into newest from tradewind.newest_product();
  for list_name in
    select '' union select id from public.sales_channel union select list from tradewind.product_mark
  loop
    -- Segments that became one are cut anew.
    delete from tradewind.product_mark mark where list = list_name and not exists (
      select from tradewind.product_segments(list_name, changes) kept
      where (kept.created_at, kept.id) = (mark.created_at, mark.id));
    for segment in select * from tradewind.product_segments(list_name, changes) where is_changed loop
      -- The parts and the rest are counted by one statement, because they must be of the same moment.
      with listed as materialized (
        select created_at, id, row_number() over (order by created_at desc, id desc) - 1 as newer
        from tradewind.listed_products(list_name, segment.created_at, segment.id,
          coalesce(segment.newer_at, newest.created_at), coalesce(segment.newer_id, newest.id))
      ), cut as (
        insert into tradewind.product_mark (list, created_at, id, size)
        select list_name, created_at, id, step from listed
        where newer > 0 and newer % step = 0 and (select count(*) from listed) > 2 * step
        returning size
      )
      select (select count(*) from listed) - (select coalesce(sum(size), 0) from cut) into known;
      update tradewind.product_mark mark set size = known
        where (list, created_at, id) = (list_name, segment.created_at, segment.id);
    end loop;
    delete from tradewind.product_mark where list = list_name and size = 0;
  end loop;
end
$$;

-- A few products are noted one by one, many as one stretch of the list.
create function tradewind.note_products() returns trigger language plpgsql as $$
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

-- An update counts where it changes what decides about the place of a product.
create function tradewind.note_updated_products() returns trigger language plpgsql as $$
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
  -- Who puts a product into a channel at the same time sees it at the place that it leaves, so one waits for the other.
  if found and exists (
    select from new_rows became
    where not exists (select from old_rows was where (was.id, was.created_at) = (became.id, became.created_at))
  ) then
    lock table public.product_sales_channel in share mode;
  end if;
  return null;
end
$$;

-- A product that is not to be seen yet, or is seen as it was, may be anywhere.
create function tradewind.note_sold_products() returns trigger language plpgsql as $$
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
  referencing new table as moved for each statement execute function tradewind.note_products();
create trigger place_delete after delete on public.product
  referencing old table as moved for each statement execute function tradewind.note_products();
create trigger place_update after update on public.product
  referencing old table as old_rows new table as new_rows
  for each statement execute function tradewind.note_updated_products();
create trigger place_truncate after truncate on public.product
  for each statement execute function tradewind.note_products();

create trigger place_insert after insert on public.product_sales_channel
  referencing new table as moved for each statement execute function tradewind.note_sold_products();
create trigger place_delete after delete on public.product_sales_channel
  referencing old table as moved for each statement execute function tradewind.note_sold_products();
create trigger place_update_from after update on public.product_sales_channel
  referencing old table as moved for each statement execute function tradewind.note_sold_products();
create trigger place_update_to after update on public.product_sales_channel
  referencing new table as moved for each statement execute function tradewind.note_sold_products();
create trigger place_truncate after truncate on public.product_sales_channel
  for each statement execute function tradewind.note_sold_products();

-- Tools that load data without triggers must not leave the places behind.
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

insert into tradewind.product_change default values;
select tradewind.keep_product_marks();
