-- Rows may be written while ordinary triggers are off: by logical replication, or by a program that has set
-- session_replication_role. What servers have stored of such rows must be made again all the same.
do $$
declare
  found record;
begin
  for found in
    select called.tgrelid::regclass as changed, called.tgname as name
    from pg_trigger called join pg_proc made on made.oid = called.tgfoid
    where not called.tgisinternal and called.tgenabled = 'O'
      and made.proname in ('note_catalogue_change', 'note_kept_change', 'renew_cart_of_line',
        'renew_carts_at_address', 'renew_own_cart', 'product_changed', 'product_tag_changed', 'product_tags_changed')
  loop
    execute format('alter table %s enable always trigger %I', found.changed, found.name);
  end loop;
end $$;

-- A default channel that is gone counts as none, as where lists are filtered.
create or replace function tradewind.product_at_default(place bigint)
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
