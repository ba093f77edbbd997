-- What lists of products look up, at a million products as at ten.

-- The newest first, all of them or those of a status.
create index idx_product_newest on product (created_at desc, id desc) where deleted_at is null;
create index idx_product_status_newest on product (status, created_at desc, id desc) where deleted_at is null;
create index idx_product_updated_at on product (updated_at desc, id desc) where deleted_at is null;
create index idx_product_variant_newest on product_variant (created_at desc, id desc) where deleted_at is null;

create index idx_product_handle_trgm on product using gin (handle gin_trgm_ops) where deleted_at is null;

-- The variants of a product in their order.
create index idx_product_variant_product_rank on product_variant (product_id, variant_rank, id);

-- From one side of a link to the other without a visit to the table.
create index idx_product_sales_channel_both on product_sales_channel (sales_channel_id, product_id);
create index idx_product_tags_both on product_tags (product_tag_id, product_id);

-- Types, tags and images are found by what they say, which may be longer than a b-tree takes.
create index idx_product_type_value on product_type using hash (value) where deleted_at is null;
create index idx_product_tag_value on product_tag using hash (value) where deleted_at is null;
create index idx_image_url on image using hash (url) where deleted_at is null;

-- Pictures are shown in the order in which they were sent.
alter table product_images add column position integer not null default 0;
