-- The people: administrators, customers with their addresses, and customer groups.

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
create index idx_user_email_trgm on "user" using gin (email gin_trgm_ops) where deleted_at is null; -- ours
create index idx_user_first_name_trgm
  on "user" using gin (first_name gin_trgm_ops) where deleted_at is null; -- ours
create index idx_user_last_name_trgm
  on "user" using gin (last_name gin_trgm_ops) where deleted_at is null; -- ours

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
  metadata jsonb,
  constraint uq_customer_billing_address_id unique (billing_address_id)
);
create unique index uq_customer_email_has_account on customer (email, has_account) where deleted_at is null;
create index idx_customer_billing_address_id on customer (billing_address_id);
create index idx_customer_email_trgm
  on customer using gin (email gin_trgm_ops) where deleted_at is null; -- ours
create index idx_customer_first_name_trgm
  on customer using gin (first_name gin_trgm_ops) where deleted_at is null; -- ours
create index idx_customer_last_name_trgm
  on customer using gin (last_name gin_trgm_ops) where deleted_at is null; -- ours

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
create index idx_address_customer_id on address (customer_id);
create index idx_address_country_code on address (country_code); -- ours

create table customer_group (
  id varchar primary key,
  name varchar not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);
create unique index uq_customer_group_name on customer_group (name) where deleted_at is null;
create index idx_customer_group_name_trgm
  on customer_group using gin (name gin_trgm_ops) where deleted_at is null; -- ours

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

-- Tables that point at each other, or at one that comes later.
alter table customer
  add constraint fk_customer_billing_address_id foreign key (billing_address_id) references address (id);
