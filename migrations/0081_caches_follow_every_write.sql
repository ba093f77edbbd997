-- Programs that load data, and replication, may write with `session_replication_role = replica`: then only triggers that
-- are enabled always fire. What processes keep in memory must follow these writes as well.
do $$
declare
  noting record;
begin
  for noting in
    select format('%I.%I', schema.nspname, class.relname) as "table", trigger.tgname as name
    from pg_trigger trigger
      join pg_class class on class.oid = trigger.tgrelid
      join pg_namespace schema on schema.oid = class.relnamespace
      join pg_proc function on function.oid = trigger.tgfoid
      join pg_namespace home on home.oid = function.pronamespace
    where home.nspname = 'tradewind' and not trigger.tgisinternal
      and function.proname in ('note_kept_change', 'note_catalogue_change', 'renew_own_cart', 'renew_cart_of_line',
        'renew_carts_at_address')
  loop
    execute format('alter table %s enable always trigger %I', noting."table", noting.name);
  end loop;
end $$;
