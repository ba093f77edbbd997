-- What lowers a price: discounts with their rules and conditions, and gift cards.

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
create index idx_discount_parent_discount_id on discount (parent_discount_id); -- ours
create index idx_discount_code_trgm
  on discount using gin (code gin_trgm_ops) where deleted_at is null; -- ours

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
