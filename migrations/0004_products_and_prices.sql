-- The catalogue, and what things cost.

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
create index idx_product_collection_handle_trgm
  on product_collection using gin (handle gin_trgm_ops) where deleted_at is null; -- ours

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
create index idx_product_collection_id on product (collection_id); -- ours
create index idx_product_type_id on product (type_id); -- ours

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
create index idx_product_variant_product_id on product_variant (product_id);
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
create index idx_product_option_product_id on product_option (product_id); -- ours

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
create index idx_money_amount_price_list_id on money_amount (price_list_id); -- ours

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
