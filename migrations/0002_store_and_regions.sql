-- The store itself: currencies, providers, regions, sales channels, shipping options and tax rates.

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
create index idx_region_tax_provider_id on region (tax_provider_id); -- ours

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
create index idx_store_default_currency_code on store (default_currency_code); -- ours

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
create index idx_tax_rate_region_id on tax_rate (region_id); -- ours

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
