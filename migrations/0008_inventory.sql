-- Stock by location, and what is reserved of it.

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
