-- A change of any column of a variant but its stock is a change of the catalogue. The trigger of 0005_change_tracking.sql has the
-- list of columns of that day, so a column that a shop has added later was not followed. `migrate` calls this function when the
-- table has a column that the trigger does not name. The list itself stays: PostgreSQL calls nothing for an order, which changes
-- the stock only.
create function tradewind.follow_variant_columns() returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  columns text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
  where attrelid = 'public.product_variant'::regclass and attnum > 0 and not attisdropped
    and attname not in ('inventory_quantity', 'updated_at');
  drop trigger if exists record_catalogue_change on public.product_variant;
  execute format('create trigger record_catalogue_change after insert or delete or truncate or update of %s
    on public.product_variant for each statement execute function tradewind.record_catalogue_change()', columns);
  alter table public.product_variant enable always trigger record_catalogue_change;
  -- Carts and lists that were read meanwhile are read again.
  insert into tradewind.catalogue_change default values;
end $$;

revoke execute on function tradewind.follow_variant_columns() from public;

select tradewind.follow_variant_columns();
