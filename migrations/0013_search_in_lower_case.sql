-- Search in the admin (q) reads trigrams of the text in lower case. A trigram index of the plain column also answers `=`, and
-- PostgreSQL takes it for handles, SKUs, emails and codes because it underestimates the cost: an import spent most of its
-- time there.
create index idx_customer_email_search on customer using gin (lower(email) gin_trgm_ops) where deleted_at is null;
create index idx_customer_first_name_search on customer using gin (lower(first_name) gin_trgm_ops) where deleted_at is null;
create index idx_customer_group_name_search on customer_group using gin (lower(name) gin_trgm_ops) where deleted_at is null;
create index idx_customer_last_name_search on customer using gin (lower(last_name) gin_trgm_ops) where deleted_at is null;
create index idx_discount_code_search on discount using gin (lower(code) gin_trgm_ops) where deleted_at is null;
create index idx_gift_card_code_search on gift_card using gin (lower(code) gin_trgm_ops) where deleted_at is null;
create index idx_product_collection_handle_search on product_collection
  using gin (lower(handle) gin_trgm_ops) where deleted_at is null;
create index idx_product_collection_title_search on product_collection
  using gin (lower(title) gin_trgm_ops) where deleted_at is null;
create index idx_product_description_search on product using gin (lower(description) gin_trgm_ops) where deleted_at is null;
create index idx_product_handle_search on product using gin (lower(handle) gin_trgm_ops) where deleted_at is null;
create index idx_product_title_search on product using gin (lower(title) gin_trgm_ops) where deleted_at is null;
create index idx_product_variant_sku_search on product_variant using gin (lower(sku) gin_trgm_ops) where deleted_at is null;
create index idx_product_variant_title_search on product_variant
  using gin (lower(title) gin_trgm_ops) where deleted_at is null;
create index idx_user_email_search on "user" using gin (lower(email) gin_trgm_ops) where deleted_at is null;
create index idx_user_first_name_search on "user" using gin (lower(first_name) gin_trgm_ops) where deleted_at is null;
create index idx_user_last_name_search on "user" using gin (lower(last_name) gin_trgm_ops) where deleted_at is null;

drop index if exists idx_customer_email_trgm;
drop index if exists idx_customer_first_name_trgm;
drop index if exists idx_customer_group_name_trgm;
drop index if exists idx_customer_last_name_trgm;
drop index if exists idx_discount_code_trgm;
drop index if exists idx_gift_card_code_trgm;
drop index if exists idx_product_collection_handle_trgm;
drop index if exists idx_product_collection_title_trgm;
drop index if exists idx_product_description_trgm;
drop index if exists idx_product_handle_trgm;
drop index if exists idx_product_title_trgm;
drop index if exists idx_product_variant_sku_trgm;
drop index if exists idx_product_variant_title_trgm;
drop index if exists idx_user_email_trgm;
drop index if exists idx_user_first_name_trgm;
drop index if exists idx_user_last_name_trgm;
