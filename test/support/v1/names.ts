/**
 * SQL that makes the tables of `v1Database` look like those of a real v1 without modules: other names of constraints and
 * indexes, some of its own indexes, and without the tables and columns of features that are off.
 */
export const asNamedByV1 = `
do $$ declare part record; begin
  for part in select conrelid::regclass as target, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c')
  loop
    execute format('alter table %s rename constraint %I to %I', part.target, part.name, 'PK_' || md5(part.name));
  end loop;
  for part in select indexrelid::regclass as target, relname as name
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  loop
    execute format('alter index %s rename to %I', part.target, case
      when part.name = 'idx_product_collection_title_trgm' then 'idx_gin_product_collection'
      when part.name like '%_trgm' then regexp_replace(part.name, '^idx_(.*)_trgm$', 'idx_gin_\\1')
      else 'IDX_' || md5(part.name) end);
  end loop;
  -- v1 has a larger index instead.
  execute format('drop index %I', 'IDX_' || md5('idx_line_item_order_id'));
end $$;
create index "IDX_43a2b24495fe1d9fc2a9c835bc" on line_item (order_id);
create index "IDX_484c329f4783be4e18e5e2ff09" on cart (region_id);
alter table cart add constraint "REL_9d1a161434c610aae7c3df2dc7" unique (payment_id);
drop table reservation_item, inventory_level, inventory_item, stock_location, stock_location_address;
alter table region drop column includes_tax;
alter table currency drop column includes_tax;
-- What a plugin adds.
create table plugin_review (id varchar primary key, product_id varchar references product (id));
alter table product add column plugin_rating integer`;
