-- The storefront's lists: what is published, newest first, and a look at one of them without a visit to the table.
create index idx_product_published_newest
  on product (created_at desc, id desc) where deleted_at is null and status = 'published';
create index idx_product_published on product (id) where deleted_at is null and status = 'published';
create index idx_product_collection_newest on product (collection_id, created_at desc, id desc) where deleted_at is null;

-- Lists by title. A title may be longer than an index takes.
create index idx_product_title_beginning on product (left(title, 250), id) where deleted_at is null;
