-- How a product is presented, beyond what v1 stores: texts for search engines, a description with formatting, texts for those who
-- do not see the pictures, and the picture of a variant. A product without a row has none of it.
create table tradewind.product_presentation (
  product_id text primary key,
  seo_title text,
  seo_description text,
  rich_description text,
  -- The plain text of the rich one. It is what v1 has as the description: when that is another one, it is newer than the rich one.
  plain_description text,
  -- [{"url": …, "alt": …}]
  image_texts jsonb not null default '[]',
  -- [{"variant_id": …, "url": …}]
  variant_images jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fk_product_presentation_product_id foreign key (product_id) references public.product (id) on delete cascade
);

-- Cached answers of storefronts show it: see 0005_change_tracking.sql and 0006_change_log.sql.
create trigger record_catalogue_change after insert or update or delete or truncate on tradewind.product_presentation
  for each statement execute function tradewind.record_catalogue_change();
alter table tradewind.product_presentation enable always trigger record_catalogue_change;
create trigger log_insert_new after insert on tradewind.product_presentation referencing new table as changed
  for each statement execute function tradewind.log_products_of_rows();
alter table tradewind.product_presentation enable always trigger log_insert_new;
create trigger log_update_new after update on tradewind.product_presentation referencing new table as changed
  for each statement execute function tradewind.log_products_of_rows();
alter table tradewind.product_presentation enable always trigger log_update_new;
create trigger log_delete_old after delete on tradewind.product_presentation referencing old table as changed
  for each statement execute function tradewind.log_products_of_rows();
alter table tradewind.product_presentation enable always trigger log_delete_old;
create trigger log_catalogue after truncate on tradewind.product_presentation
  for each statement execute function tradewind.log_catalogue();
alter table tradewind.product_presentation enable always trigger log_catalogue;

-- The pictures and files of the shop, for the library of the dashboard: what was uploaded, and every picture that a product got by
-- another way. `file_key` is known of uploads: only those can be deleted from the storage.
create table tradewind.media (
  id text primary key,
  url text not null,
  name text not null,
  file_key text,
  type text,
  size bigint,
  created_at timestamptz not null default now()
);
-- An address may be longer than an index of PostgreSQL holds.
create unique index media_url on tradewind.media (md5(url));
create index media_created on tradewind.media (created_at desc, id);
create index media_name on tradewind.media using gin (lower(name) public.gin_trgm_ops);
create index media_file_key on tradewind.media using hash (file_key);

-- Where a picture is used.
create index idx_product_thumbnail on public.product using hash (thumbnail) where deleted_at is null;
create index product_presentation_images on tradewind.product_presentation using gin (variant_images jsonb_path_ops);

create function tradewind.add_media() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into tradewind.media (id, url, name, created_at)
  select 'media_' || md5(added.url), added.url,
    left(coalesce(nullif(regexp_replace(regexp_replace(added.url, '[?#].*$', ''), '^.*/', ''), ''), added.url), 255),
    min(added.created_at)
  from added group by added.url
  on conflict do nothing;
  return null;
end $$;
revoke execute on function tradewind.add_media() from public;

create trigger add_media after insert on public.image referencing new table as added
  for each statement execute function tradewind.add_media();
alter table public.image enable always trigger add_media;

insert into tradewind.media (id, url, name, created_at)
select 'media_' || md5(shown.url), shown.url,
  left(coalesce(nullif(regexp_replace(regexp_replace(shown.url, '[?#].*$', ''), '^.*/', ''), ''), shown.url), 255),
  min(shown.created_at)
from (select url, created_at from public.image where deleted_at is null
  union all select thumbnail, created_at from public.product where thumbnail <> '' and deleted_at is null) shown
group by shown.url;
