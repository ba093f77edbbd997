-- What a team knows about its orders and customers: tags, assignments, mentions, segments, consent. v1 does not read these tables.

-- ====================================================================================================
-- Tags: free words on orders and on customers. A name is there once, whatever its capitals
-- ====================================================================================================

create table tradewind.order_tag (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index uq_order_tag_name on tradewind.order_tag (lower(name));

create table tradewind.tagged_order (
  order_id text not null,
  tag_id text not null,
  primary key (order_id, tag_id),
  constraint fk_tagged_order_order_id foreign key (order_id) references public."order" (id) on delete cascade,
  constraint fk_tagged_order_tag_id foreign key (tag_id) references tradewind.order_tag (id) on delete cascade
);
create index idx_tagged_order_tag_id on tradewind.tagged_order (tag_id, order_id);

create table tradewind.customer_tag (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index uq_customer_tag_name on tradewind.customer_tag (lower(name));

create table tradewind.tagged_customer (
  customer_id text not null,
  tag_id text not null,
  primary key (customer_id, tag_id),
  constraint fk_tagged_customer_customer_id foreign key (customer_id) references public.customer (id) on delete cascade,
  constraint fk_tagged_customer_tag_id foreign key (tag_id) references tradewind.customer_tag (id) on delete cascade
);
create index idx_tagged_customer_tag_id on tradewind.tagged_customer (tag_id, customer_id);

-- Cached lists of orders show tags and are filtered by them: see 0008_order_change_log.sql. Many orders are one subject.
create function tradewind.log_listed_orders() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from (select from changed limit 101) counted) > 100 then
    insert into tradewind.change_log (subject) values ('orders'), ('every order');
  elsif exists (select from changed) then
    insert into tradewind.change_log (subject) select order_id from changed union select 'orders';
  end if;
  return null;
end $$;
revoke execute on function tradewind.log_listed_orders() from public;

create trigger log_order_insert after insert on tradewind.tagged_order
  referencing new table as changed for each statement execute function tradewind.log_listed_orders();
create trigger log_order_delete after delete on tradewind.tagged_order
  referencing old table as changed for each statement execute function tradewind.log_listed_orders();
create trigger log_order_truncate after truncate on tradewind.tagged_order
  for each statement execute function tradewind.log_every_order();
create trigger log_order_update after update of name on tradewind.order_tag
  for each statement execute function tradewind.log_every_order();
alter table tradewind.tagged_order enable always trigger log_order_insert;
alter table tradewind.tagged_order enable always trigger log_order_delete;
alter table tradewind.tagged_order enable always trigger log_order_truncate;
alter table tradewind.order_tag enable always trigger log_order_update;

-- ====================================================================================================
-- Users who are mentioned in a note, and the user who takes care of an order
-- ====================================================================================================

create table tradewind.note_mention (
  note_id text not null,
  user_id text not null,
  primary key (note_id, user_id),
  constraint fk_note_mention_note_id foreign key (note_id) references public.note (id) on delete cascade,
  constraint fk_note_mention_user_id foreign key (user_id) references public."user" (id) on delete cascade
);
create index idx_note_mention_user_id on tradewind.note_mention (user_id);

create table tradewind.order_assignee (
  order_id text primary key,
  user_id text not null,
  assigned_at timestamptz not null default now(),
  constraint fk_order_assignee_order_id foreign key (order_id) references public."order" (id) on delete cascade,
  constraint fk_order_assignee_user_id foreign key (user_id) references public."user" (id) on delete cascade
);
create index idx_order_assignee_user_id on tradewind.order_assignee (user_id, order_id);

create trigger log_order_insert after insert on tradewind.order_assignee
  referencing new table as changed for each statement execute function tradewind.log_listed_orders();
create trigger log_order_update after update on tradewind.order_assignee
  referencing new table as changed for each statement execute function tradewind.log_listed_orders();
create trigger log_order_delete after delete on tradewind.order_assignee
  referencing old table as changed for each statement execute function tradewind.log_listed_orders();
create trigger log_order_truncate after truncate on tradewind.order_assignee
  for each statement execute function tradewind.log_every_order();
alter table tradewind.order_assignee enable always trigger log_order_insert;
alter table tradewind.order_assignee enable always trigger log_order_update;
alter table tradewind.order_assignee enable always trigger log_order_delete;
alter table tradewind.order_assignee enable always trigger log_order_truncate;

-- Lists show the name of the assignee. The orders of a user who has left wait for another one.
create function tradewind.log_changed_assignee() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.deleted_at is not null then
    delete from tradewind.order_assignee where user_id = new.id;
  elsif exists (select from tradewind.order_assignee where user_id = new.id) then
    insert into tradewind.change_log (subject) values ('every order');
  end if;
  return null;
end $$;
revoke execute on function tradewind.log_changed_assignee() from public;
create trigger log_changed_assignee after update on public."user" for each row
  when (old.deleted_at is distinct from new.deleted_at or old.first_name is distinct from new.first_name
    or old.last_name is distinct from new.last_name or old.email is distinct from new.email)
  execute function tradewind.log_changed_assignee();
alter table public."user" enable always trigger log_changed_assignee;

-- ====================================================================================================
-- Marketing consent. Every decision is a row that stays as the proof of it; the last one of a channel counts
-- ====================================================================================================

create table tradewind.consent_entry (
  id text primary key,
  customer_id text not null,
  channel text not null,
  is_given boolean not null,
  source text not null,
  wording text,
  wording_version text,
  ip text,
  -- The user who recorded it; null for the customer.
  user_id text,
  recorded_at timestamptz not null default now(),
  constraint fk_consent_entry_customer_id foreign key (customer_id) references public.customer (id) on delete cascade
);
create index idx_consent_entry_customer_id on tradewind.consent_entry (customer_id, recorded_at, id);

create table tradewind.consent (
  customer_id text not null,
  channel text not null,
  is_given boolean not null,
  entry_id text not null,
  changed_at timestamptz not null default now(),
  primary key (customer_id, channel),
  constraint fk_consent_customer_id foreign key (customer_id) references public.customer (id) on delete cascade
);
create index idx_consent_channel on tradewind.consent (channel, is_given, customer_id);

-- ====================================================================================================
-- What a customer has bought, for segments. It follows tradewind.analytics_order, which only the roll-up writes, not the checkout
-- ====================================================================================================

create table tradewind.customer_figures (
  customer_id text primary key,
  orders bigint not null,
  first_order_at timestamptz,
  last_order_at timestamptz,
  -- Of the last order.
  country_code text
);
create index idx_customer_figures_orders on tradewind.customer_figures (orders, customer_id);
create index idx_customer_figures_last_order_at on tradewind.customer_figures (last_order_at, customer_id);
create index idx_customer_figures_country_code on tradewind.customer_figures (country_code, customer_id);

create table tradewind.customer_spent (
  customer_id text not null,
  currency_code text not null,
  amount bigint not null,
  primary key (customer_id, currency_code)
);
create index idx_customer_spent_amount on tradewind.customer_spent (currency_code, amount, customer_id);

-- Customers to compare with the rules of segments again. Rows are only added, so writers never wait for one another here.
create table tradewind.segment_change (customer_id text not null);
alter table tradewind.segment_change replica identity full;

-- A customer group whose members follow rules. Its name and its members are in the tables of v1, which conditions of discounts
-- and price lists name: v1 calculates with them as we do.
create table tradewind.segment (
  -- Of the customer group.
  id text primary key,
  rules jsonb not null,
  members bigint not null default 0,
  -- The rules are new: all customers are compared with them.
  is_stale boolean not null default true,
  refreshed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fk_segment_id foreign key (id) references public.customer_group (id) on delete cascade
);

-- How far the events about customers were read. It is moved while a shop has segments.
create table tradewind.segment_cursor (
  is_only boolean primary key default true check (is_only),
  tx xid8 not null
);
insert into tradewind.segment_cursor (tx) values (pg_current_xact_id());

-- Revenue, as the figures of a customer have it.
create function tradewind.revenue_of(contribution jsonb) returns bigint language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  select coalesce((contribution #>> '{amounts,sales}')::bigint, 0)
    + coalesce((select sum((each ->> 'amount')::bigint) from jsonb_array_elements(contribution -> 'exchanges') each), 0)::bigint
    - coalesce((select sum((each ->> 'amount')::bigint) from jsonb_array_elements(contribution -> 'refunds') each), 0)::bigint
$$;

create function tradewind.add_customer_figures(customers text[], currencies text[], counts integer[], amounts bigint[])
returns void language sql set search_path = pg_catalog, pg_temp as $$
  insert into tradewind.customer_spent as known (customer_id, currency_code, amount)
  select customer_id, currency_code, sum(amount)
  from unnest(customers, currencies, amounts) changed (customer_id, currency_code, amount)
  group by 1, 2 having sum(amount) <> 0 order by 1, 2
  on conflict (customer_id, currency_code) do update set amount = known.amount + excluded.amount;

  insert into tradewind.customer_figures as known (customer_id, orders, first_order_at, last_order_at, country_code)
  select changed.customer_id, changed.orders, first.placed_at, last.placed_at, last.country_code
  from (select customer_id, sum(count) as orders from unnest(customers, counts) counted (customer_id, count) group by 1) changed
  left join lateral (select placed_at from tradewind.analytics_order placed
    where placed.customer_id = changed.customer_id and not is_canceled order by placed_at, order_id limit 1) first on true
  left join lateral (select placed_at, contribution ->> 'country_code' as country_code from tradewind.analytics_order placed
    where placed.customer_id = changed.customer_id and not is_canceled
    order by placed_at desc, order_id desc limit 1) last on true
  order by 1
  on conflict (customer_id) do update set orders = known.orders + excluded.orders,
    first_order_at = excluded.first_order_at, last_order_at = excluded.last_order_at, country_code = excluded.country_code;

  insert into tradewind.segment_change (customer_id)
  select distinct customer_id from unnest(customers) changed (customer_id) where exists (select from tradewind.segment);
$$;

create function tradewind.count_customer_figures() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform tradewind.add_customer_figures(array_agg(customer_id), array_agg(currency_code), array_agg(1),
      array_agg(tradewind.revenue_of(contribution))) from added where not is_canceled;
  elsif tg_op = 'DELETE' then
    perform tradewind.add_customer_figures(array_agg(customer_id), array_agg(currency_code), array_agg(-1),
      array_agg(-tradewind.revenue_of(contribution))) from removed where not is_canceled;
  elsif tg_op = 'TRUNCATE' then
    truncate tradewind.customer_figures, tradewind.customer_spent;
  else
    perform tradewind.add_customer_figures(array_agg(customer_id), array_agg(currency_code), array_agg(change),
      array_agg(change * tradewind.revenue_of(contribution)))
    from (select customer_id, currency_code, contribution, 1 as change from added where not is_canceled
      union all select customer_id, currency_code, contribution, -1 from removed where not is_canceled) changed;
  end if;
  return null;
end $$;
revoke execute on function tradewind.count_customer_figures() from public;

create trigger count_customers_insert after insert on tradewind.analytics_order
  referencing new table as added for each statement execute function tradewind.count_customer_figures();
create trigger count_customers_update after update on tradewind.analytics_order
  referencing old table as removed new table as added for each statement execute function tradewind.count_customer_figures();
create trigger count_customers_delete after delete on tradewind.analytics_order
  referencing old table as removed for each statement execute function tradewind.count_customer_figures();
create trigger count_customers_truncate after truncate on tradewind.analytics_order
  for each statement execute function tradewind.count_customer_figures();

-- What is counted already.
insert into tradewind.customer_spent (customer_id, currency_code, amount)
  select customer_id, currency_code, sum(tradewind.revenue_of(contribution)) from tradewind.analytics_order
  where not is_canceled group by 1, 2;
insert into tradewind.customer_figures (customer_id, orders, first_order_at, last_order_at, country_code)
  select customer_id, count(*), min(placed_at), max(placed_at),
    (array_agg(contribution ->> 'country_code' order by placed_at desc, order_id desc))[1]
  from tradewind.analytics_order where not is_canceled group by 1;

-- Tags and consent decide about segments, too.
create function tradewind.queue_for_segments() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from tradewind.segment) then
    insert into tradewind.segment_change (customer_id) select distinct customer_id from changed;
  end if;
  return null;
end $$;
revoke execute on function tradewind.queue_for_segments() from public;

-- Rules may name groups. The members of segments are written by their rules.
create function tradewind.queue_group_members() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from tradewind.segment) then
    insert into tradewind.segment_change (customer_id) select distinct customer_id from changed
    where not exists (select from tradewind.segment where id = changed.customer_group_id::text);
  end if;
  return null;
end $$;
revoke execute on function tradewind.queue_group_members() from public;
create trigger queue_for_segments_insert after insert on public.customer_group_customers
  referencing new table as changed for each statement execute function tradewind.queue_group_members();
create trigger queue_for_segments_delete after delete on public.customer_group_customers
  referencing old table as changed for each statement execute function tradewind.queue_group_members();

create trigger queue_for_segments_insert after insert on tradewind.tagged_customer
  referencing new table as changed for each statement execute function tradewind.queue_for_segments();
create trigger queue_for_segments_delete after delete on tradewind.tagged_customer
  referencing old table as changed for each statement execute function tradewind.queue_for_segments();
create trigger queue_for_segments_insert after insert on tradewind.consent
  referencing new table as changed for each statement execute function tradewind.queue_for_segments();
create trigger queue_for_segments_update after update on tradewind.consent
  referencing new table as changed for each statement execute function tradewind.queue_for_segments();
