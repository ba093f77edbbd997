-- Our triggers work for every role that may write a table. v1, or a program beside it, may connect as a role that has grants on
-- the tables of v1 and no right on the schema tradewind. So the functions of triggers run as their owner, with a search path of
-- their own: they never use a function, an operator or a table that another role has made under a name that looks alike.
-- test/db/trigger-functions.test.ts holds this for later migrations.

-- ====================================================================================================
-- Functions that update carts
-- ====================================================================================================

-- These have public in their path, because triggers that a shop has added to its carts run inside of them. PostgreSQL prefers an
-- operator that fits exactly, and its own schema comes first: so these compare text with text, never with varchar.

create or replace function tradewind.renew_cart(ids text[]) returns void language plpgsql as $$
begin
  update public.cart set updated_at = updated_at
  where id::text = any(ids) and completed_at is null and xmin <> pg_current_xact_id()::xid;
end $$;

-- Without a call of renew_cart, because this runs several times in every checkout. A statement may change several lines of
-- a cart: the setting skips all but the first. It ends with the transaction, and with a savepoint that is rolled back.
create or replace function tradewind.renew_own_cart() returns trigger language plpgsql as $$
declare
  before text := old.cart_id;
  after text := new.cart_id;
  mine text := after || ' '::text || pg_current_xact_id()::text;
begin
  if after is not null and current_setting('tradewind.renewed_cart'::text, true) is distinct from mine then
    update public.cart set updated_at = updated_at
    where id::text = after and completed_at is null and xmin <> pg_current_xact_id()::xid;
    mine := set_config('tradewind.renewed_cart'::text, mine, true);
  end if;
  if before is distinct from after and before is not null then
    update public.cart set updated_at = updated_at
    where id::text = before and completed_at is null and xmin <> pg_current_xact_id()::xid;
  end if;
  return null;
end $$;

create or replace function tradewind.renew_cart_of_line() returns trigger language plpgsql as $$
begin
  perform tradewind.renew_cart(array(select cart_id::text from public.line_item
    where id::text = any(array[new.item_id, old.item_id]::text[])));
  return null;
end $$;

create or replace function tradewind.renew_carts_at_address() returns trigger language plpgsql as $$
begin
  perform tradewind.renew_cart(array(
    select id::text from public.cart where billing_address_id::text = old.id::text union
    select id::text from public.cart where shipping_address_id::text = old.id::text));
  return null;
end $$;

-- ====================================================================================================
-- All functions: tables of v1 are named with their schema. Those of triggers run as their owner
-- ====================================================================================================

do $$
declare
  tables text := (select string_agg(quote_ident(relname), '|') from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'));
  called record;
  definition text;
begin
  for called in select pg_proc.oid::regprocedure as name, prorettype = 'trigger'::regtype as is_of_trigger,
      pg_get_functiondef(pg_proc.oid) as definition
    from pg_proc where pronamespace = 'tradewind'::regnamespace and prokind = 'f'
  loop
    definition := regexp_replace(called.definition, format('\m(from|join|into|update|table) (%s)(?![\w.])', tables),
      '\1 public.\2', 'g');
    if definition <> called.definition then
      execute definition;
    end if;
    if called.is_of_trigger then
      execute format('alter function %s security definer set search_path = pg_catalog, %s pg_temp', called.name,
        case when called.name::text like '%renew\_%cart%' then 'public,' end);
      -- Only triggers call it: a role that makes a trigger with it on a table of their own needs this right.
      execute format('revoke execute on function %s from public', called.name);
    end if;
  end loop;
end $$;

-- ====================================================================================================
-- The extension pg_trgm may be in any schema: some hosts have one for extensions
-- ====================================================================================================

do $do$
declare
  extension text := (select quote_ident(nspname) from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm');
  definition text := pg_get_functiondef('tradewind.product_query(text)'::regprocedure);
begin
  definition := replace(definition, 'candidate.word % typed.word', format('candidate.word operator(%s.%%) typed.word', extension));
  definition := replace(definition, ' similarity(', format(' %s.similarity(', extension));
  execute definition;
end $do$;

-- ====================================================================================================
-- A publication for all tables (logical replication) refuses updates and deletions in a table without a key
-- ====================================================================================================

do $$
declare
  without_key regclass;
begin
  for without_key in select oid from pg_class
    where relkind = 'r' and relreplident = 'd'
      and (relnamespace = 'tradewind'::regnamespace
        or oid in ('public.product_category_product'::regclass, 'public.product_shipping_profile'::regclass))
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)
  loop
    execute format('alter table %s replica identity full', without_key);
  end loop;
end $$;
