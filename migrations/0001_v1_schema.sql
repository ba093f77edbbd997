-- The schema of Medusa v1.20: its tables, types and indexes, with the names of its columns as they are there. What
-- Tradewind adds to these tables is in 0003_tradewind.sql.
--
-- Every cart, line, payment and order pays for each index on its table. So some indexes of v1 are missing here: those
-- that another index covers, and those that no query uses. Where only a few rows have a value, the index has only these
-- rows ("where ... is not null").

-- ====================================================================================================
-- Types and extensions
-- ====================================================================================================

-- Substring search (q) uses trigram indexes.
create extension if not exists pg_trgm;

create type "PAYMENT_COLLECTION_STATUS_ENUM" as enum (
  'not_paid',
  'awaiting',
  'authorized',
  'partially_authorized',
  'canceled'
);
create type "PAYMENT_COLLECTION_TYPE_ENUM" as enum ('order_edit');
create type cart_type_enum as enum ('default', 'swap', 'draft_order', 'payment_link', 'claim');
create type claim_item_reason_enum as enum ('missing_item', 'wrong_item', 'production_failure', 'other');
create type claim_order_fulfillment_status_enum as enum (
  'not_fulfilled',
  'partially_fulfilled',
  'fulfilled',
  'partially_shipped',
  'shipped',
  'partially_returned',
  'returned',
  'canceled',
  'requires_action'
);
create type claim_order_payment_status_enum as enum ('na', 'not_refunded', 'refunded');
create type claim_order_type_enum as enum ('refund', 'replace');
create type discount_condition_operator_enum as enum ('in', 'not_in');
create type discount_condition_type_enum as enum (
  'products',
  'product_types',
  'product_collections',
  'product_tags',
  'customer_groups'
);
create type discount_rule_allocation_enum as enum ('total', 'item');
create type discount_rule_type_enum as enum ('fixed', 'percentage', 'free_shipping');
create type draft_order_status_enum as enum ('open', 'completed');
create type invite_role_enum as enum ('admin', 'member', 'developer');
create type order_fulfillment_status_enum as enum (
  'not_fulfilled',
  'partially_fulfilled',
  'fulfilled',
  'partially_shipped',
  'shipped',
  'partially_returned',
  'returned',
  'canceled',
  'requires_action'
);
create type order_item_change_type_enum as enum ('item_add', 'item_remove', 'item_update');
create type order_payment_status_enum as enum (
  'not_paid',
  'awaiting',
  'captured',
  'partially_refunded',
  'refunded',
  'canceled',
  'requires_action'
);
create type order_status_enum as enum ('pending', 'completed', 'archived', 'canceled', 'requires_action');
create type payment_session_status_enum as enum (
  'authorized',
  'pending',
  'requires_more',
  'error',
  'canceled'
);
create type price_list_status_enum as enum ('active', 'draft');
create type price_list_type_enum as enum ('sale', 'override');
create type product_status_enum as enum ('draft', 'proposed', 'published', 'rejected');
create type refund_reason_enum as enum ('discount', 'return', 'swap', 'claim', 'other');
create type return_status_enum as enum ('requested', 'received', 'requires_action', 'canceled');
create type shipping_option_price_type_enum as enum ('flat_rate', 'calculated');
create type shipping_option_requirement_type_enum as enum ('min_subtotal', 'max_subtotal');
create type shipping_profile_type_enum as enum ('default', 'gift_card', 'custom');
create type swap_fulfillment_status_enum as enum (
  'not_fulfilled',
  'fulfilled',
  'shipped',
  'partially_shipped',
  'canceled',
  'requires_action'
);
create type swap_payment_status_enum as enum (
  'not_paid',
  'awaiting',
  'captured',
  'confirmed',
  'canceled',
  'difference_refunded',
  'partially_refunded',
  'refunded',
  'requires_action'
);
create type user_role_enum as enum ('admin', 'member', 'developer');

-- ====================================================================================================
-- The store: currencies, providers, regions, sales channels, shipping options, tax rates
-- ====================================================================================================

create table currency (
  code varchar primary key,
  symbol varchar not null,
  symbol_native varchar not null,
  name varchar not null,
  includes_tax boolean not null default false
);

create table tax_provider (
  id varchar primary key,
  is_installed boolean not null default true
);

create table payment_provider (
  id varchar primary key,
  is_installed boolean not null default true
);

create table fulfillment_provider (
  id varchar primary key,
  is_installed boolean not null default true
);

create table region (
  id varchar primary key,
  name varchar not null,
  currency_code varchar not null,
  tax_rate real not null,
  tax_code varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  gift_cards_taxable boolean not null default true,
  automatic_taxes boolean not null default true,
  tax_provider_id varchar,
  includes_tax boolean not null default false,
  constraint fk_region_currency_code foreign key (currency_code) references currency (code),
  constraint fk_region_tax_provider_id foreign key (tax_provider_id) references tax_provider (id)
);
create index idx_region_currency_code on region (currency_code);

create table country (
  id serial primary key,
  iso_2 varchar not null,
  iso_3 varchar not null,
  num_code integer not null,
  name varchar not null,
  display_name varchar not null,
  region_id varchar,
  constraint uq_country_iso_2 unique (iso_2),
  constraint fk_country_region_id foreign key (region_id) references region (id)
);
create index idx_country_region_id on country (region_id);

create table region_payment_providers (
  region_id varchar not null,
  provider_id varchar not null,
  primary key (region_id, provider_id),
  constraint fk_region_payment_providers_region_id foreign key (region_id)
    references region (id) on delete cascade,
  constraint fk_region_payment_providers_provider_id foreign key (provider_id)
    references payment_provider (id) on delete cascade
);
create index idx_region_payment_providers_provider_id on region_payment_providers (provider_id);
create index idx_region_payment_providers_region_id on region_payment_providers (region_id);

create table region_fulfillment_providers (
  region_id varchar not null,
  provider_id varchar not null,
  primary key (region_id, provider_id),
  constraint fk_region_fulfillment_providers_region_id foreign key (region_id)
    references region (id) on delete cascade,
  constraint fk_region_fulfillment_providers_provider_id foreign key (provider_id)
    references fulfillment_provider (id) on delete cascade
);
create index idx_region_fulfillment_providers_provider_id on region_fulfillment_providers (provider_id);
create index idx_region_fulfillment_providers_region_id on region_fulfillment_providers (region_id);

create table sales_channel (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name varchar not null,
  description varchar,
  is_disabled boolean not null default false,
  metadata jsonb
);

create table store (
  id varchar primary key,
  name varchar not null default 'Medusa Store',
  default_currency_code varchar not null default 'usd',
  swap_link_template varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  payment_link_template varchar,
  invite_link_template varchar,
  default_sales_channel_id varchar,
  default_location_id varchar,
  constraint uq_store_default_sales_channel_id unique (default_sales_channel_id),
  constraint fk_store_default_currency_code foreign key (default_currency_code) references currency (code),
  constraint fk_store_default_sales_channel_id foreign key (default_sales_channel_id)
    references sales_channel (id)
);

create table store_currencies (
  store_id varchar not null,
  currency_code varchar not null,
  primary key (store_id, currency_code),
  constraint fk_store_currencies_store_id foreign key (store_id) references store (id) on delete cascade,
  constraint fk_store_currencies_currency_code foreign key (currency_code)
    references currency (code) on delete cascade
);
create index idx_store_currencies_store_id on store_currencies (store_id);
create index idx_store_currencies_currency_code on store_currencies (currency_code);

create table publishable_api_key (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by varchar,
  revoked_by varchar,
  revoked_at timestamptz,
  title varchar not null
);

create table publishable_api_key_sales_channel (
  sales_channel_id varchar not null,
  publishable_key_id varchar not null,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (sales_channel_id, publishable_key_id)
);
create index idx_publishable_api_key_sales_channel_id on publishable_api_key_sales_channel (id);

create table shipping_profile (
  id varchar primary key,
  name varchar not null,
  type shipping_profile_type_enum not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);

create table shipping_option (
  id varchar primary key,
  name varchar not null,
  region_id varchar not null,
  profile_id varchar not null,
  provider_id varchar not null,
  price_type shipping_option_price_type_enum not null,
  amount integer,
  is_return boolean not null default false,
  data jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  admin_only boolean not null default false,
  includes_tax boolean not null default false,
  constraint ck_shipping_option_amount check (amount >= 0),
  constraint fk_shipping_option_region_id foreign key (region_id) references region (id),
  constraint fk_shipping_option_profile_id foreign key (profile_id) references shipping_profile (id),
  constraint fk_shipping_option_provider_id foreign key (provider_id) references fulfillment_provider (id)
);
create index idx_shipping_option_region_id on shipping_option (region_id);
create index idx_shipping_option_provider_id on shipping_option (provider_id);
create index idx_shipping_option_profile_id on shipping_option (profile_id);

create table shipping_option_requirement (
  id varchar primary key,
  shipping_option_id varchar not null,
  type shipping_option_requirement_type_enum not null,
  amount integer not null,
  deleted_at timestamptz,
  constraint fk_shipping_option_requirement_shipping_option_id foreign key (shipping_option_id)
    references shipping_option (id)
);
create index idx_shipping_option_requirement_shipping_option_id
  on shipping_option_requirement (shipping_option_id);

create table tax_rate (
  id varchar primary key,
  rate real,
  code varchar,
  name varchar not null,
  region_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  constraint fk_tax_rate_region_id foreign key (region_id) references region (id)
);

create table shipping_tax_rate (
  shipping_option_id varchar not null,
  rate_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  primary key (shipping_option_id, rate_id),
  constraint fk_shipping_tax_rate_shipping_option_id foreign key (shipping_option_id)
    references shipping_option (id) on delete cascade,
  constraint fk_shipping_tax_rate_rate_id foreign key (rate_id) references tax_rate (id) on delete cascade
);
create index idx_shipping_tax_rate_shipping_option_id on shipping_tax_rate (shipping_option_id);
create index idx_shipping_tax_rate_rate_id on shipping_tax_rate (rate_id);

-- ====================================================================================================
-- People: users, customers with their addresses, customer groups
-- ====================================================================================================

create table "user" (
  id varchar primary key,
  email varchar not null,
  first_name varchar,
  last_name varchar,
  password_hash varchar,
  api_token varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  role user_role_enum default 'member'
);
create unique index uq_user_email on "user" (email) where deleted_at is null;

create table customer (
  id varchar primary key,
  email varchar not null,
  first_name varchar,
  last_name varchar,
  billing_address_id varchar,
  password_hash varchar,
  phone varchar,
  has_account boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);
create unique index uq_customer_billing_address_id on customer (billing_address_id) where billing_address_id is not null;
create unique index uq_customer_email_has_account on customer (email, has_account) where deleted_at is null;

create table address (
  id varchar primary key,
  customer_id varchar,
  company varchar,
  first_name varchar,
  last_name varchar,
  address_1 varchar,
  address_2 varchar,
  city varchar,
  country_code varchar,
  province varchar,
  postal_code varchar,
  phone varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  constraint fk_address_customer_id foreign key (customer_id) references customer (id),
  constraint fk_address_country_code foreign key (country_code) references country (iso_2)
);
create index idx_address_customer_id on address (customer_id) where customer_id is not null;

create table customer_group (
  id varchar primary key,
  name varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);
create unique index uq_customer_group_name on customer_group (name) where deleted_at is null;

create table customer_group_customers (
  customer_group_id varchar not null,
  customer_id varchar not null,
  primary key (customer_group_id, customer_id),
  constraint fk_customer_group_customers_customer_group_id foreign key (customer_group_id)
    references customer_group (id) on delete cascade,
  constraint fk_customer_group_customers_customer_id foreign key (customer_id)
    references customer (id) on delete cascade
);
create index idx_customer_group_customers_customer_id on customer_group_customers (customer_id);
create index idx_customer_group_customers_customer_group_id on customer_group_customers (customer_group_id);

-- References between tables that need each other, or a table that is created later.
alter table customer
  add constraint fk_customer_billing_address_id foreign key (billing_address_id) references address (id);

-- ====================================================================================================
-- The catalogue and its prices
-- ====================================================================================================

create table product_collection (
  id varchar primary key,
  title varchar not null,
  handle varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);
create index idx_product_collection_title_trgm
  on product_collection using gin (title gin_trgm_ops) where deleted_at is null;
create unique index uq_product_collection_handle on product_collection (handle) where deleted_at is null;

create table product_type (
  id varchar primary key,
  value varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);

create table product_tag (
  id varchar primary key,
  value varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);

create table image (
  id varchar primary key,
  url varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);

create table product (
  id varchar primary key,
  title varchar not null,
  subtitle varchar,
  description varchar,
  handle varchar,
  is_giftcard boolean not null default false,
  thumbnail varchar,
  weight integer,
  length integer,
  height integer,
  width integer,
  hs_code varchar,
  origin_country varchar,
  mid_code varchar,
  material varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  collection_id varchar,
  type_id varchar,
  discountable boolean not null default true,
  status product_status_enum not null default 'draft',
  external_id varchar,
  constraint fk_product_collection_id foreign key (collection_id) references product_collection (id),
  constraint fk_product_type_id foreign key (type_id) references product_type (id)
);
create unique index uq_product_handle on product (handle) where deleted_at is null;
create index idx_product_title_trgm on product using gin (title gin_trgm_ops) where deleted_at is null;
create index idx_product_description_trgm
  on product using gin (description gin_trgm_ops) where deleted_at is null;

create table product_variant (
  id varchar primary key,
  title varchar not null,
  product_id varchar not null,
  sku varchar,
  barcode varchar,
  ean varchar,
  upc varchar,
  inventory_quantity integer not null,
  allow_backorder boolean not null default false,
  manage_inventory boolean not null default true,
  hs_code varchar,
  origin_country varchar,
  mid_code varchar,
  material varchar,
  weight integer,
  length integer,
  height integer,
  width integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  variant_rank integer default 0,
  constraint fk_product_variant_product_id foreign key (product_id) references product (id)
);
create unique index uq_product_variant_sku on product_variant (sku) where deleted_at is null;
create unique index uq_product_variant_barcode on product_variant (barcode) where deleted_at is null;
create unique index uq_product_variant_ean on product_variant (ean) where deleted_at is null;
create unique index uq_product_variant_upc on product_variant (upc) where deleted_at is null;
create index idx_product_variant_title_trgm
  on product_variant using gin (title gin_trgm_ops) where deleted_at is null;
create index idx_product_variant_sku_trgm
  on product_variant using gin (sku gin_trgm_ops) where deleted_at is null;

create table product_option (
  id varchar primary key,
  title varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  product_id varchar,
  constraint fk_product_option_product_id foreign key (product_id) references product (id)
);

create table product_option_value (
  id varchar primary key,
  value varchar not null,
  option_id varchar not null,
  variant_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  constraint fk_product_option_value_option_id foreign key (option_id) references product_option (id),
  constraint fk_product_option_value_variant_id foreign key (variant_id)
    references product_variant (id) on delete cascade
);
create index idx_product_option_value_option_id on product_option_value (option_id);
create index idx_product_option_value_variant_id on product_option_value (variant_id);

create table product_images (
  product_id varchar not null,
  image_id varchar not null,
  primary key (product_id, image_id),
  constraint fk_product_images_product_id foreign key (product_id) references product (id) on delete cascade,
  constraint fk_product_images_image_id foreign key (image_id) references image (id) on delete cascade
);
create index idx_product_images_image_id on product_images (image_id);
create index idx_product_images_product_id on product_images (product_id);

create table product_tags (
  product_id varchar not null,
  product_tag_id varchar not null,
  primary key (product_id, product_tag_id),
  constraint fk_product_tags_product_id foreign key (product_id) references product (id) on delete cascade,
  constraint fk_product_tags_product_tag_id foreign key (product_tag_id)
    references product_tag (id) on delete cascade
);
create index idx_product_tags_product_id on product_tags (product_id);
create index idx_product_tags_product_tag_id on product_tags (product_tag_id);

create table product_category (
  id varchar primary key,
  name text not null,
  handle text not null,
  parent_category_id varchar,
  mpath text,
  is_active boolean default false,
  is_internal boolean default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rank integer not null default 0,
  description text not null default '',
  metadata jsonb,
  constraint ck_product_category_rank check (rank >= 0)
);
create index idx_product_category_mpath on product_category (mpath);
create index idx_product_category_visible on product_category (parent_category_id, is_active, is_internal)
  where is_active is true and is_internal is false;
create unique index uq_product_category_parent_category_id_rank
  on product_category (parent_category_id, rank);
create unique index uq_product_category_handle on product_category (handle);

create table product_category_product (
  product_category_id varchar not null,
  product_id varchar not null,
  constraint fk_product_category_product_product_category_id foreign key (product_category_id)
    references product_category (id) on delete cascade,
  constraint fk_product_category_product_product_id foreign key (product_id)
    references product (id) on delete cascade
);
create index idx_product_category_product_product_id on product_category_product (product_id);
create unique index uq_product_category_product_product_category_id_product_id
  on product_category_product (product_category_id, product_id);
create index idx_product_category_product_product_category_id
  on product_category_product (product_category_id);

create table product_sales_channel (
  product_id varchar not null,
  sales_channel_id varchar not null,
  primary key (product_id, sales_channel_id),
  constraint fk_product_sales_channel_sales_channel_id foreign key (sales_channel_id)
    references sales_channel (id) on update cascade on delete cascade
);
create index idx_product_sales_channel_sales_channel_id on product_sales_channel (sales_channel_id);
create index idx_product_sales_channel_product_id on product_sales_channel (product_id);

create table product_shipping_profile (
  profile_id text not null,
  product_id text not null
);
create index idx_product_shipping_profile_product_id on product_shipping_profile (product_id);
create index idx_product_shipping_profile_profile_id on product_shipping_profile (profile_id);
create unique index uq_product_shipping_profile_profile_id_product_id
  on product_shipping_profile (profile_id, product_id);

create table product_tax_rate (
  product_id varchar not null,
  rate_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  primary key (product_id, rate_id),
  constraint fk_product_tax_rate_product_id foreign key (product_id)
    references product (id) on delete cascade,
  constraint fk_product_tax_rate_rate_id foreign key (rate_id) references tax_rate (id) on delete cascade
);
create index idx_product_tax_rate_product_id on product_tax_rate (product_id);
create index idx_product_tax_rate_rate_id on product_tax_rate (rate_id);

create table product_type_tax_rate (
  product_type_id varchar not null,
  rate_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  primary key (product_type_id, rate_id),
  constraint fk_product_type_tax_rate_product_type_id foreign key (product_type_id)
    references product_type (id) on delete cascade,
  constraint fk_product_type_tax_rate_rate_id foreign key (rate_id) references tax_rate (id) on delete cascade
);
create index idx_product_type_tax_rate_product_type_id on product_type_tax_rate (product_type_id);
create index idx_product_type_tax_rate_rate_id on product_type_tax_rate (rate_id);

create table price_list (
  id varchar primary key,
  name varchar not null,
  description varchar not null,
  type price_list_type_enum not null default 'sale',
  status price_list_status_enum not null default 'draft',
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  includes_tax boolean not null default false
);

create table price_list_customer_groups (
  price_list_id varchar not null,
  customer_group_id varchar not null,
  primary key (price_list_id, customer_group_id),
  constraint fk_price_list_customer_groups_price_list_id foreign key (price_list_id)
    references price_list (id) on update cascade on delete cascade,
  constraint fk_price_list_customer_groups_customer_group_id foreign key (customer_group_id)
    references customer_group (id) on delete cascade
);
create index idx_price_list_customer_groups_customer_group_id
  on price_list_customer_groups (customer_group_id);
create index idx_price_list_customer_groups_price_list_id on price_list_customer_groups (price_list_id);

create table money_amount (
  id varchar primary key,
  currency_code varchar not null,
  amount integer not null,
  region_id varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  min_quantity integer,
  max_quantity integer,
  price_list_id varchar,
  constraint fk_money_amount_currency_code foreign key (currency_code) references currency (code),
  constraint fk_money_amount_region_id foreign key (region_id) references region (id),
  constraint fk_money_amount_price_list_id foreign key (price_list_id)
    references price_list (id) on delete cascade
);
create index idx_money_amount_currency_code on money_amount (currency_code);
create index idx_money_amount_region_id on money_amount (region_id);

create table product_variant_money_amount (
  id varchar primary key,
  money_amount_id text not null,
  variant_id text not null,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index uq_product_variant_money_amount_money_amount_id
  on product_variant_money_amount (money_amount_id);
create index idx_product_variant_money_amount_variant_id on product_variant_money_amount (variant_id);

-- ====================================================================================================
-- Discounts with their rules and conditions, gift cards
-- ====================================================================================================

create table discount_rule (
  id varchar primary key,
  description varchar,
  type discount_rule_type_enum not null,
  value integer not null,
  allocation discount_rule_allocation_enum,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);

create table discount (
  id varchar primary key,
  code varchar not null,
  is_dynamic boolean not null,
  rule_id varchar,
  is_disabled boolean not null,
  parent_discount_id varchar,
  starts_at timestamptz not null default current_timestamp,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  usage_limit integer,
  usage_count integer not null default 0,
  valid_duration varchar,
  constraint fk_discount_rule_id foreign key (rule_id) references discount_rule (id),
  constraint fk_discount_parent_discount_id foreign key (parent_discount_id) references discount (id)
);
create index idx_discount_rule_id on discount (rule_id);
create unique index uq_discount_code on discount (code) where deleted_at is null;

create table discount_regions (
  discount_id varchar not null,
  region_id varchar not null,
  primary key (discount_id, region_id),
  constraint fk_discount_regions_discount_id foreign key (discount_id)
    references discount (id) on delete cascade,
  constraint fk_discount_regions_region_id foreign key (region_id) references region (id) on delete cascade
);
create index idx_discount_regions_discount_id on discount_regions (discount_id);
create index idx_discount_regions_region_id on discount_regions (region_id);

create table discount_rule_products (
  discount_rule_id varchar not null,
  product_id varchar not null,
  primary key (discount_rule_id, product_id),
  constraint fk_discount_rule_products_discount_rule_id foreign key (discount_rule_id)
    references discount_rule (id) on delete cascade,
  constraint fk_discount_rule_products_product_id foreign key (product_id)
    references product (id) on delete cascade
);
create index idx_discount_rule_products_product_id on discount_rule_products (product_id);
create index idx_discount_rule_products_discount_rule_id on discount_rule_products (discount_rule_id);

create table discount_condition (
  id varchar primary key,
  type discount_condition_type_enum not null,
  operator discount_condition_operator_enum not null,
  discount_rule_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  constraint uq_discount_condition_type_operator_discount_rule_id unique (type, operator, discount_rule_id),
  constraint fk_discount_condition_discount_rule_id foreign key (discount_rule_id)
    references discount_rule (id)
);
create index idx_discount_condition_discount_rule_id on discount_condition (discount_rule_id);

create table discount_condition_product (
  product_id varchar not null,
  condition_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  primary key (product_id, condition_id),
  constraint fk_discount_condition_product_product_id foreign key (product_id)
    references product (id) on delete cascade,
  constraint fk_discount_condition_product_condition_id foreign key (condition_id)
    references discount_condition (id) on delete cascade
);
create index idx_discount_condition_product_condition_id on discount_condition_product (condition_id);
create index idx_discount_condition_product_product_id on discount_condition_product (product_id);

create table discount_condition_product_type (
  product_type_id varchar not null,
  condition_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  primary key (product_type_id, condition_id),
  constraint fk_discount_condition_product_type_product_type_id foreign key (product_type_id)
    references product_type (id) on delete cascade,
  constraint fk_discount_condition_product_type_condition_id foreign key (condition_id)
    references discount_condition (id) on delete cascade
);
create index idx_discount_condition_product_type_condition_id
  on discount_condition_product_type (condition_id);
create index idx_discount_condition_product_type_product_type_id
  on discount_condition_product_type (product_type_id);

create table discount_condition_product_collection (
  product_collection_id varchar not null,
  condition_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  primary key (product_collection_id, condition_id),
  constraint fk_discount_condition_product_collection_product_collection_id foreign key (product_collection_id)
    references product_collection (id) on delete cascade,
  constraint fk_discount_condition_product_collection_condition_id foreign key (condition_id)
    references discount_condition (id) on delete cascade
);
create index idx_discount_condition_product_collection_condition_id
  on discount_condition_product_collection (condition_id);
create index idx_discount_condition_product_collection_product_collection_id
  on discount_condition_product_collection (product_collection_id);

create table discount_condition_product_tag (
  product_tag_id varchar not null,
  condition_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  primary key (product_tag_id, condition_id),
  constraint fk_discount_condition_product_tag_product_tag_id foreign key (product_tag_id)
    references product_tag (id) on delete cascade,
  constraint fk_discount_condition_product_tag_condition_id foreign key (condition_id)
    references discount_condition (id) on delete cascade
);
create index idx_discount_condition_product_tag_condition_id on discount_condition_product_tag (condition_id);
create index idx_discount_condition_product_tag_product_tag_id
  on discount_condition_product_tag (product_tag_id);

create table discount_condition_customer_group (
  customer_group_id varchar not null,
  condition_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  primary key (customer_group_id, condition_id),
  constraint fk_discount_condition_customer_group_customer_group_id foreign key (customer_group_id)
    references customer_group (id) on delete cascade,
  constraint fk_discount_condition_customer_group_condition_id foreign key (condition_id)
    references discount_condition (id) on delete cascade
);
create index idx_discount_condition_customer_group_condition_id
  on discount_condition_customer_group (condition_id);
create index idx_discount_condition_customer_group_customer_group_id
  on discount_condition_customer_group (customer_group_id);

create table gift_card (
  id varchar primary key,
  code varchar not null,
  value integer not null,
  balance integer not null,
  region_id varchar not null,
  order_id varchar,
  is_disabled boolean not null default false,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  tax_rate real,
  constraint fk_gift_card_region_id foreign key (region_id) references region (id)
);
create index idx_gift_card_region_id on gift_card (region_id);
create unique index uq_gift_card_code on gift_card (code);
create index idx_gift_card_order_id on gift_card (order_id);

create table gift_card_transaction (
  id varchar primary key,
  gift_card_id varchar not null,
  order_id varchar not null,
  amount integer not null,
  created_at timestamptz not null default now(),
  is_taxable boolean,
  tax_rate real,
  constraint uq_gift_card_transaction_gift_card_id_order_id unique (gift_card_id, order_id),
  constraint fk_gift_card_transaction_gift_card_id foreign key (gift_card_id) references gift_card (id)
);
create index idx_gift_card_transaction_order_id on gift_card_transaction (order_id);

-- ====================================================================================================
-- Carts, with the lines, shipping methods and payments that they share with orders
-- ====================================================================================================

create table cart (
  id varchar primary key,
  email varchar,
  billing_address_id varchar,
  shipping_address_id varchar,
  region_id varchar not null,
  customer_id varchar,
  payment_id varchar,
  type cart_type_enum not null default 'default',
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  idempotency_key varchar,
  context jsonb,
  payment_authorized_at timestamptz,
  sales_channel_id varchar,
  constraint fk_cart_billing_address_id foreign key (billing_address_id) references address (id),
  constraint fk_cart_shipping_address_id foreign key (shipping_address_id) references address (id),
  constraint fk_cart_region_id foreign key (region_id) references region (id),
  constraint fk_cart_customer_id foreign key (customer_id) references customer (id),
  constraint fk_cart_sales_channel_id foreign key (sales_channel_id) references sales_channel (id)
);
create index idx_cart_customer_id on cart (customer_id) where customer_id is not null;
create index idx_cart_billing_address_id on cart (billing_address_id) where billing_address_id is not null;
create index idx_cart_shipping_address_id on cart (shipping_address_id) where shipping_address_id is not null;

create table cart_discounts (
  cart_id varchar not null,
  discount_id varchar not null,
  primary key (cart_id, discount_id),
  constraint fk_cart_discounts_cart_id foreign key (cart_id) references cart (id) on delete cascade,
  constraint fk_cart_discounts_discount_id foreign key (discount_id)
    references discount (id) on delete cascade
);
create index idx_cart_discounts_discount_id on cart_discounts (discount_id);
create index idx_cart_discounts_cart_id on cart_discounts (cart_id);

create table cart_gift_cards (
  cart_id varchar not null,
  gift_card_id varchar not null,
  primary key (cart_id, gift_card_id),
  constraint fk_cart_gift_cards_cart_id foreign key (cart_id) references cart (id) on delete cascade,
  constraint fk_cart_gift_cards_gift_card_id foreign key (gift_card_id)
    references gift_card (id) on delete cascade
);
create index idx_cart_gift_cards_gift_card_id on cart_gift_cards (gift_card_id);
create index idx_cart_gift_cards_cart_id on cart_gift_cards (cart_id);

create table line_item (
  id varchar primary key,
  cart_id varchar,
  order_id varchar,
  swap_id varchar,
  title varchar not null,
  description varchar,
  thumbnail varchar,
  is_giftcard boolean not null default false,
  should_merge boolean not null default true,
  allow_discounts boolean not null default true,
  has_shipping boolean,
  unit_price integer not null,
  variant_id varchar,
  quantity integer not null,
  fulfilled_quantity integer,
  returned_quantity integer,
  shipped_quantity integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  claim_order_id varchar,
  is_return boolean not null default false,
  includes_tax boolean not null default false,
  original_item_id varchar,
  order_edit_id varchar,
  constraint ck_line_item_quantity check (quantity > 0),
  constraint ck_line_item_returned_quantity check (returned_quantity <= quantity),
  constraint ck_line_item_shipped_quantity check (shipped_quantity <= fulfilled_quantity),
  constraint ck_line_item_fulfilled_quantity check (fulfilled_quantity <= quantity),
  constraint fk_line_item_cart_id foreign key (cart_id) references cart (id),
  constraint fk_line_item_variant_id foreign key (variant_id) references product_variant (id),
  constraint fk_line_item_original_item_id foreign key (original_item_id) references line_item (id)
);
create index idx_line_item_claim_order_id on line_item (claim_order_id) where claim_order_id is not null;
create index idx_line_item_cart_id on line_item (cart_id);
create index idx_line_item_order_id on line_item (order_id) where order_id is not null;
create index idx_line_item_variant_id on line_item (variant_id);
create unique index uq_line_item_order_edit_id_original_item_id on line_item (order_edit_id, original_item_id)
  where original_item_id is not null and order_edit_id is not null;
create index idx_line_item_swap_id on line_item (swap_id) where swap_id is not null;

create table line_item_adjustment (
  id varchar primary key,
  item_id varchar not null,
  description varchar not null,
  discount_id varchar,
  amount numeric not null,
  metadata jsonb,
  constraint fk_line_item_adjustment_discount_id foreign key (discount_id) references discount (id),
  constraint fk_line_item_adjustment_item_id foreign key (item_id) references line_item (id) on delete cascade
);
create unique index uq_line_item_adjustment_discount_id_item_id on line_item_adjustment (discount_id, item_id)
  where discount_id is not null;
create index idx_line_item_adjustment_discount_id on line_item_adjustment (discount_id);
create index idx_line_item_adjustment_item_id on line_item_adjustment (item_id);

create table line_item_tax_line (
  id varchar primary key,
  rate real not null,
  name varchar not null,
  code varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  item_id varchar not null,
  constraint uq_line_item_tax_line_item_id_code unique (item_id, code),
  constraint fk_line_item_tax_line_item_id foreign key (item_id) references line_item (id) on delete cascade
);

create table shipping_method (
  id varchar primary key,
  shipping_option_id varchar not null,
  order_id varchar,
  cart_id varchar,
  swap_id varchar,
  return_id varchar,
  price integer not null,
  data jsonb not null,
  claim_order_id varchar,
  includes_tax boolean not null default false,
  constraint ck_shipping_method_price check (price >= 0),
  constraint ck_shipping_method_owner check (
    claim_order_id is not null
    or order_id is not null
    or cart_id is not null
    or swap_id is not null
    or return_id is not null
  ),
  constraint fk_shipping_method_cart_id foreign key (cart_id) references cart (id),
  constraint fk_shipping_method_shipping_option_id foreign key (shipping_option_id)
    references shipping_option (id)
);
create unique index uq_shipping_method_return_id on shipping_method (return_id) where return_id is not null;
create index idx_shipping_method_swap_id on shipping_method (swap_id) where swap_id is not null;
create index idx_shipping_method_shipping_option_id on shipping_method (shipping_option_id);
create index idx_shipping_method_order_id on shipping_method (order_id) where order_id is not null;
create index idx_shipping_method_cart_id on shipping_method (cart_id);
create index idx_shipping_method_claim_order_id on shipping_method (claim_order_id) where claim_order_id is not null;

create table shipping_method_tax_line (
  id varchar primary key,
  rate real not null,
  name varchar not null,
  code varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  shipping_method_id varchar not null,
  constraint uq_shipping_method_tax_line_shipping_method_id_code unique (shipping_method_id, code),
  constraint fk_shipping_method_tax_line_shipping_method_id foreign key (shipping_method_id)
    references shipping_method (id)
);

create table custom_shipping_option (
  id varchar primary key,
  price integer not null,
  shipping_option_id varchar not null,
  cart_id varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  constraint uq_custom_shipping_option_shipping_option_id_cart_id unique (shipping_option_id, cart_id),
  constraint fk_custom_shipping_option_shipping_option_id foreign key (shipping_option_id)
    references shipping_option (id),
  constraint fk_custom_shipping_option_cart_id foreign key (cart_id) references cart (id)
);
create index idx_custom_shipping_option_cart_id on custom_shipping_option (cart_id);
create index idx_custom_shipping_option_shipping_option_id on custom_shipping_option (shipping_option_id);

create table payment (
  id varchar primary key,
  swap_id varchar,
  cart_id varchar,
  order_id varchar,
  amount integer not null,
  currency_code varchar not null,
  amount_refunded integer not null default 0,
  provider_id varchar not null,
  data jsonb not null,
  captured_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  idempotency_key varchar,
  constraint fk_payment_cart_id foreign key (cart_id) references cart (id),
  constraint fk_payment_currency_code foreign key (currency_code) references currency (code)
);
create unique index uq_payment_swap_id on payment (swap_id) where swap_id is not null;
create index idx_payment_order_id on payment (order_id);
-- It also does the work of v1's unique cart.payment_id. Without an index on that column, completing a cart updates no index.
create unique index uq_payment_cart_id_active on payment (cart_id) where canceled_at is null;
create index idx_payment_cart_id on payment (cart_id);

create table payment_session (
  id varchar primary key,
  cart_id varchar,
  provider_id varchar not null,
  is_selected boolean,
  status payment_session_status_enum not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  idempotency_key varchar,
  payment_authorized_at timestamptz,
  amount integer,
  is_initiated boolean not null default false,
  constraint uq_payment_session_cart_id_is_selected unique (cart_id, is_selected),
  constraint fk_payment_session_cart_id foreign key (cart_id) references cart (id)
);
create unique index uq_payment_session_cart_id_provider_id on payment_session (cart_id, provider_id)
  where cart_id is not null;

create table payment_collection (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  type "PAYMENT_COLLECTION_TYPE_ENUM" not null,
  status "PAYMENT_COLLECTION_STATUS_ENUM" not null,
  description text,
  amount integer not null,
  authorized_amount integer,
  region_id varchar not null,
  currency_code varchar not null,
  metadata jsonb,
  created_by varchar not null,
  constraint fk_payment_collection_region_id foreign key (region_id) references region (id)
);
create index idx_payment_collection_region_id on payment_collection (region_id) where deleted_at is null;
create index idx_payment_collection_currency_code on payment_collection (currency_code)
  where deleted_at is null;

create table payment_collection_payments (
  payment_collection_id varchar not null,
  payment_id varchar not null,
  primary key (payment_collection_id, payment_id),
  constraint fk_payment_collection_payments_payment_collection_id foreign key (payment_collection_id)
    references payment_collection (id) on delete cascade,
  constraint fk_payment_collection_payments_payment_id foreign key (payment_id)
    references payment (id) on delete cascade
);
create index idx_payment_collection_payments_payment_id on payment_collection_payments (payment_id);
create index idx_payment_collection_payments_payment_collection_id
  on payment_collection_payments (payment_collection_id);

create table payment_collection_sessions (
  payment_collection_id varchar not null,
  payment_session_id varchar not null,
  primary key (payment_collection_id, payment_session_id),
  constraint fk_payment_collection_sessions_payment_collection_id foreign key (payment_collection_id)
    references payment_collection (id) on delete cascade,
  constraint fk_payment_collection_sessions_payment_session_id foreign key (payment_session_id)
    references payment_session (id) on delete cascade
);
create index idx_payment_collection_sessions_payment_session_id
  on payment_collection_sessions (payment_session_id);
create index idx_payment_collection_sessions_payment_collection_id
  on payment_collection_sessions (payment_collection_id);

-- References between tables that need each other, or a table that is created later.
alter table cart add constraint fk_cart_payment_id foreign key (payment_id) references payment (id);

-- ====================================================================================================
-- Orders and what follows them: fulfillments, returns, swaps, claims, edits, refunds
-- ====================================================================================================

create table "order" (
  id varchar primary key,
  status order_status_enum not null default 'pending',
  fulfillment_status order_fulfillment_status_enum not null default 'not_fulfilled',
  payment_status order_payment_status_enum not null default 'not_paid',
  display_id serial,
  cart_id varchar,
  customer_id varchar not null,
  email varchar not null,
  billing_address_id varchar,
  shipping_address_id varchar,
  region_id varchar not null,
  currency_code varchar not null,
  tax_rate real,
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  idempotency_key varchar,
  draft_order_id varchar,
  no_notification boolean,
  external_id varchar,
  sales_channel_id varchar,
  constraint uq_order_cart_id unique (cart_id),
  constraint fk_order_cart_id foreign key (cart_id) references cart (id),
  constraint fk_order_customer_id foreign key (customer_id) references customer (id),
  constraint fk_order_billing_address_id foreign key (billing_address_id) references address (id),
  constraint fk_order_shipping_address_id foreign key (shipping_address_id) references address (id),
  constraint fk_order_region_id foreign key (region_id) references region (id),
  constraint fk_order_currency_code foreign key (currency_code) references currency (code),
  constraint fk_order_sales_channel_id foreign key (sales_channel_id) references sales_channel (id)
);
create unique index uq_order_draft_order_id on "order" (draft_order_id) where draft_order_id is not null;
create index idx_order_currency_code on "order" (currency_code);
create index idx_order_billing_address_id on "order" (billing_address_id);
create index idx_order_display_id on "order" (display_id);
create index idx_order_region_id on "order" (region_id);
create index idx_order_shipping_address_id on "order" (shipping_address_id);

create table draft_order (
  id varchar primary key,
  status draft_order_status_enum not null default 'open',
  display_id serial,
  cart_id varchar,
  order_id varchar,
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  completed_at timestamptz,
  metadata jsonb,
  idempotency_key varchar,
  no_notification_order boolean,
  constraint uq_draft_order_cart_id unique (cart_id),
  constraint uq_draft_order_order_id unique (order_id),
  constraint fk_draft_order_cart_id foreign key (cart_id) references cart (id),
  constraint fk_draft_order_order_id foreign key (order_id) references "order" (id)
);
create index idx_draft_order_display_id on draft_order (display_id);
create index idx_draft_order_cart_id on draft_order (cart_id);
create index idx_draft_order_order_id on draft_order (order_id);

create table order_discounts (
  order_id varchar not null,
  discount_id varchar not null,
  primary key (order_id, discount_id),
  constraint fk_order_discounts_order_id foreign key (order_id) references "order" (id) on delete cascade,
  constraint fk_order_discounts_discount_id foreign key (discount_id)
    references discount (id) on delete cascade
);
create index idx_order_discounts_order_id on order_discounts (order_id);
create index idx_order_discounts_discount_id on order_discounts (discount_id);

create table order_gift_cards (
  order_id varchar not null,
  gift_card_id varchar not null,
  primary key (order_id, gift_card_id),
  constraint fk_order_gift_cards_order_id foreign key (order_id) references "order" (id) on delete cascade,
  constraint fk_order_gift_cards_gift_card_id foreign key (gift_card_id)
    references gift_card (id) on delete cascade
);
create index idx_order_gift_cards_order_id on order_gift_cards (order_id);
create index idx_order_gift_cards_gift_card_id on order_gift_cards (gift_card_id);

create table refund (
  id varchar primary key,
  order_id varchar,
  amount integer not null,
  note varchar,
  reason refund_reason_enum not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  idempotency_key varchar,
  payment_id varchar,
  constraint fk_refund_order_id foreign key (order_id) references "order" (id),
  constraint fk_refund_payment_id foreign key (payment_id) references payment (id)
);
create index idx_refund_payment_id on refund (payment_id);
create index idx_refund_order_id on refund (order_id);

create table swap (
  id varchar primary key,
  fulfillment_status swap_fulfillment_status_enum not null,
  payment_status swap_payment_status_enum not null,
  order_id varchar not null,
  difference_due integer,
  shipping_address_id varchar,
  cart_id varchar,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  idempotency_key varchar,
  no_notification boolean,
  canceled_at timestamptz,
  allow_backorder boolean not null default false,
  constraint uq_swap_cart_id unique (cart_id),
  constraint fk_swap_order_id foreign key (order_id) references "order" (id),
  constraint fk_swap_shipping_address_id foreign key (shipping_address_id) references address (id),
  constraint fk_swap_cart_id foreign key (cart_id) references cart (id)
);
create index idx_swap_order_id on swap (order_id);

create table claim_order (
  id varchar primary key,
  payment_status claim_order_payment_status_enum not null default 'na',
  fulfillment_status claim_order_fulfillment_status_enum not null default 'not_fulfilled',
  type claim_order_type_enum not null,
  order_id varchar not null,
  shipping_address_id varchar,
  refund_amount integer,
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  idempotency_key varchar,
  no_notification boolean,
  constraint fk_claim_order_order_id foreign key (order_id) references "order" (id),
  constraint fk_claim_order_shipping_address_id foreign key (shipping_address_id) references address (id)
);
create index idx_claim_order_order_id on claim_order (order_id);
create index idx_claim_order_shipping_address_id on claim_order (shipping_address_id);

create table claim_item (
  id varchar primary key,
  claim_order_id varchar not null,
  item_id varchar not null,
  variant_id varchar not null,
  reason claim_item_reason_enum not null,
  note varchar,
  quantity integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  constraint fk_claim_item_claim_order_id foreign key (claim_order_id) references claim_order (id),
  constraint fk_claim_item_item_id foreign key (item_id) references line_item (id),
  constraint fk_claim_item_variant_id foreign key (variant_id) references product_variant (id)
);
create index idx_claim_item_claim_order_id on claim_item (claim_order_id);
create index idx_claim_item_variant_id on claim_item (variant_id);
create index idx_claim_item_item_id on claim_item (item_id);

create table claim_image (
  id varchar primary key,
  claim_item_id varchar not null,
  url varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  constraint fk_claim_image_claim_item_id foreign key (claim_item_id) references claim_item (id)
);
create index idx_claim_image_claim_item_id on claim_image (claim_item_id);

create table claim_tag (
  id varchar primary key,
  value varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);
create index idx_claim_tag_value on claim_tag (value);

create table claim_item_tags (
  item_id varchar not null,
  tag_id varchar not null,
  primary key (item_id, tag_id),
  constraint fk_claim_item_tags_item_id foreign key (item_id) references claim_item (id) on delete cascade,
  constraint fk_claim_item_tags_tag_id foreign key (tag_id) references claim_tag (id) on delete cascade
);
create index idx_claim_item_tags_item_id on claim_item_tags (item_id);
create index idx_claim_item_tags_tag_id on claim_item_tags (tag_id);

create table fulfillment (
  id varchar primary key,
  swap_id varchar,
  order_id varchar,
  tracking_numbers jsonb not null default '[]',
  data jsonb not null,
  shipped_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  idempotency_key varchar,
  provider_id varchar,
  claim_order_id varchar,
  no_notification boolean,
  location_id varchar,
  constraint fk_fulfillment_swap_id foreign key (swap_id) references swap (id),
  constraint fk_fulfillment_order_id foreign key (order_id) references "order" (id),
  constraint fk_fulfillment_provider_id foreign key (provider_id) references fulfillment_provider (id),
  constraint fk_fulfillment_claim_order_id foreign key (claim_order_id) references claim_order (id)
);
create index idx_fulfillment_provider_id on fulfillment (provider_id);
create index idx_fulfillment_order_id on fulfillment (order_id);
create index idx_fulfillment_claim_order_id on fulfillment (claim_order_id);
create index idx_fulfillment_swap_id on fulfillment (swap_id);

create table fulfillment_item (
  fulfillment_id varchar not null,
  item_id varchar not null,
  quantity integer not null,
  primary key (fulfillment_id, item_id),
  constraint fk_fulfillment_item_fulfillment_id foreign key (fulfillment_id) references fulfillment (id),
  constraint fk_fulfillment_item_item_id foreign key (item_id) references line_item (id)
);

create table tracking_link (
  id varchar primary key,
  url varchar,
  tracking_number varchar not null,
  fulfillment_id varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  idempotency_key varchar,
  constraint fk_tracking_link_fulfillment_id foreign key (fulfillment_id) references fulfillment (id)
);

create table return_reason (
  id varchar primary key,
  value varchar not null,
  label varchar not null,
  description varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  parent_return_reason_id varchar,
  constraint fk_return_reason_parent_return_reason_id foreign key (parent_return_reason_id)
    references return_reason (id)
);
create unique index uq_return_reason_value on return_reason (value) where deleted_at is null;

create table "return" (
  id varchar primary key,
  status return_status_enum not null default 'requested',
  swap_id varchar,
  order_id varchar,
  shipping_data jsonb,
  refund_amount integer not null,
  received_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb,
  idempotency_key varchar,
  claim_order_id varchar,
  no_notification boolean,
  location_id varchar,
  constraint uq_return_swap_id unique (swap_id),
  constraint uq_return_claim_order_id unique (claim_order_id),
  constraint fk_return_swap_id foreign key (swap_id) references swap (id),
  constraint fk_return_order_id foreign key (order_id) references "order" (id),
  constraint fk_return_claim_order_id foreign key (claim_order_id) references claim_order (id)
);
create index idx_return_claim_order_id on "return" (claim_order_id);
create index idx_return_order_id on "return" (order_id);
create index idx_return_swap_id on "return" (swap_id);

create table return_item (
  return_id varchar not null,
  item_id varchar not null,
  quantity integer not null,
  is_requested boolean not null default true,
  requested_quantity integer,
  received_quantity integer,
  metadata jsonb,
  reason_id varchar,
  note varchar,
  primary key (return_id, item_id),
  constraint fk_return_item_return_id foreign key (return_id) references "return" (id),
  constraint fk_return_item_item_id foreign key (item_id) references line_item (id),
  constraint fk_return_item_reason_id foreign key (reason_id) references return_reason (id)
);

create table order_edit (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  order_id varchar not null,
  internal_note varchar,
  created_by varchar not null,
  requested_by varchar,
  requested_at timestamptz,
  confirmed_by varchar,
  confirmed_at timestamptz,
  declined_by varchar,
  declined_reason varchar,
  declined_at timestamptz,
  canceled_by varchar,
  canceled_at timestamptz,
  payment_collection_id varchar,
  constraint fk_order_edit_order_id foreign key (order_id) references "order" (id),
  constraint fk_order_edit_payment_collection_id foreign key (payment_collection_id)
    references payment_collection (id)
);
create index idx_order_edit_payment_collection_id on order_edit (payment_collection_id);
create index idx_order_edit_order_id on order_edit (order_id);

create table order_item_change (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  type order_item_change_type_enum not null,
  order_edit_id varchar not null,
  original_line_item_id varchar,
  line_item_id varchar,
  constraint uq_order_item_change_order_edit_id_line_item_id unique (order_edit_id, line_item_id),
  constraint uq_order_item_change_order_edit_id_original_line_item_id unique (order_edit_id, original_line_item_id),
  constraint uq_order_item_change_line_item_id unique (line_item_id),
  constraint fk_order_item_change_order_edit_id foreign key (order_edit_id) references order_edit (id),
  constraint fk_order_item_change_original_line_item_id foreign key (original_line_item_id)
    references line_item (id),
  constraint fk_order_item_change_line_item_id foreign key (line_item_id) references line_item (id)
);

-- References between tables that need each other, or a table that is created later.
alter table gift_card add constraint fk_gift_card_order_id foreign key (order_id) references "order" (id);
alter table gift_card_transaction
  add constraint fk_gift_card_transaction_order_id foreign key (order_id) references "order" (id);
alter table line_item add constraint fk_line_item_order_id foreign key (order_id) references "order" (id);
alter table line_item add constraint fk_line_item_swap_id foreign key (swap_id) references swap (id);
alter table line_item
  add constraint fk_line_item_claim_order_id foreign key (claim_order_id) references claim_order (id);
alter table line_item
  add constraint fk_line_item_order_edit_id foreign key (order_edit_id) references order_edit (id);
alter table shipping_method
  add constraint fk_shipping_method_order_id foreign key (order_id) references "order" (id);
alter table shipping_method
  add constraint fk_shipping_method_swap_id foreign key (swap_id) references swap (id);
alter table shipping_method
  add constraint fk_shipping_method_return_id foreign key (return_id) references "return" (id);
alter table shipping_method
  add constraint fk_shipping_method_claim_order_id foreign key (claim_order_id) references claim_order (id);
alter table payment add constraint fk_payment_swap_id foreign key (swap_id) references swap (id);
alter table payment add constraint fk_payment_order_id foreign key (order_id) references "order" (id);
alter table "order"
  add constraint fk_order_draft_order_id foreign key (draft_order_id) references draft_order (id);

-- ====================================================================================================
-- Stock by location, and reservations
-- ====================================================================================================

create table inventory_item (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  sku text,
  origin_country text,
  hs_code text,
  mid_code text,
  material text,
  weight integer,
  length integer,
  height integer,
  width integer,
  requires_shipping boolean not null default true,
  metadata jsonb,
  title varchar,
  description varchar,
  thumbnail varchar
);
create unique index uq_inventory_item_sku on inventory_item (sku) where deleted_at is null;

create table stock_location_address (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  address_1 text not null,
  address_2 text,
  company text,
  city text,
  country_code text not null,
  phone text,
  province text,
  postal_code text,
  metadata jsonb
);
create index idx_stock_location_address_country_code on stock_location_address (country_code);

create table stock_location (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  address_id text,
  metadata jsonb
);
create index idx_stock_location_address_id on stock_location (address_id) where deleted_at is not null;

create table inventory_level (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  inventory_item_id text not null,
  location_id text not null,
  stocked_quantity integer not null default 0,
  reserved_quantity integer not null default 0,
  incoming_quantity integer not null default 0,
  metadata jsonb
);
create unique index uq_inventory_level_inventory_item_id_location_id
  on inventory_level (inventory_item_id, location_id);
create index idx_inventory_level_location_id on inventory_level (location_id);
create index idx_inventory_level_inventory_item_id on inventory_level (inventory_item_id);

create table reservation_item (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  line_item_id text,
  inventory_item_id text not null,
  location_id text not null,
  quantity integer not null,
  metadata jsonb,
  external_id varchar,
  description varchar,
  created_by varchar
);
create index idx_reservation_item_location_id on reservation_item (location_id) where deleted_at is null;
create index idx_reservation_item_line_item_id on reservation_item (line_item_id) where deleted_at is null;
create index idx_reservation_item_inventory_item_id on reservation_item (inventory_item_id)
  where deleted_at is null;

create table product_variant_inventory_item (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  inventory_item_id text not null,
  variant_id text not null,
  required_quantity integer not null default 1,
  deleted_at timestamptz,
  constraint uq_product_variant_inventory_item_variant_id_inventory_item_id unique (variant_id, inventory_item_id)
);
create index idx_product_variant_inventory_item_inventory_item_id on product_variant_inventory_item (inventory_item_id)
  where deleted_at is null;
create index idx_product_variant_inventory_item_variant_id on product_variant_inventory_item (variant_id)
  where deleted_at is null;

create table sales_channel_location (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sales_channel_id text not null,
  location_id text not null,
  deleted_at timestamptz
);
create index idx_sales_channel_location_location_id on sales_channel_location (location_id)
  where deleted_at is null;
create index idx_sales_channel_location_sales_channel_id on sales_channel_location (sales_channel_id)
  where deleted_at is null;

-- ====================================================================================================
-- Batch jobs, notifications, notes and other records
-- ====================================================================================================

create table batch_job (
  id varchar primary key,
  type text not null,
  created_by varchar,
  context jsonb,
  result jsonb,
  dry_run boolean not null default false,
  created_at timestamptz not null default now(),
  pre_processed_at timestamptz,
  confirmed_at timestamptz,
  processing_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  canceled_at timestamptz,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint fk_batch_job_created_by foreign key (created_by) references "user" (id)
);

create table staged_job (
  id varchar primary key,
  event_name varchar not null,
  data jsonb not null,
  options jsonb not null default '{}'
);

create table idempotency_key (
  id varchar primary key,
  idempotency_key varchar not null,
  created_at timestamptz not null default now(),
  locked_at timestamptz,
  request_method varchar,
  request_params jsonb,
  request_path varchar,
  response_code integer,
  response_body jsonb,
  recovery_point varchar not null default 'started'
);
create unique index uq_idempotency_key_idempotency_key on idempotency_key (idempotency_key);

create table notification_provider (
  id varchar primary key,
  is_installed boolean not null default true
);

create table notification (
  id varchar primary key,
  event_name varchar,
  resource_type varchar not null,
  resource_id varchar not null,
  customer_id varchar,
  "to" varchar not null,
  data jsonb not null,
  parent_id varchar,
  provider_id varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fk_notification_customer_id foreign key (customer_id) references customer (id),
  constraint fk_notification_parent_id foreign key (parent_id) references notification (id),
  constraint fk_notification_provider_id foreign key (provider_id) references notification_provider (id)
);
create index idx_notification_customer_id on notification (customer_id);
create index idx_notification_resource_type on notification (resource_type);
create index idx_notification_resource_id on notification (resource_id);

create table note (
  id varchar primary key,
  value varchar not null,
  resource_type varchar not null,
  resource_id varchar not null,
  author_id varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);
create index idx_note_resource_id on note (resource_id);
create index idx_note_resource_type on note (resource_type);

create table oauth (
  id varchar primary key,
  display_name varchar not null,
  application_name varchar not null,
  install_url varchar,
  uninstall_url varchar,
  data jsonb
);
create unique index uq_oauth_application_name on oauth (application_name);

create table invite (
  id varchar primary key,
  user_email varchar not null,
  role invite_role_enum default 'member',
  accepted boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  token varchar not null,
  expires_at timestamptz not null default now()
);
create unique index uq_invite_user_email on invite (user_email);

create table analytics_config (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  user_id varchar not null,
  opt_out boolean not null default false,
  anonymize boolean not null default false
);
create unique index uq_analytics_config_id_user_id on analytics_config (id, user_id) where deleted_at is null;
