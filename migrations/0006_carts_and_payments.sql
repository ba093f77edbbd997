-- Carts, and the lines, shipping methods and payments they share with orders.

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
  constraint uq_cart_payment_id unique (payment_id),
  constraint fk_cart_billing_address_id foreign key (billing_address_id) references address (id),
  constraint fk_cart_shipping_address_id foreign key (shipping_address_id) references address (id),
  constraint fk_cart_region_id foreign key (region_id) references region (id),
  constraint fk_cart_customer_id foreign key (customer_id) references customer (id),
  constraint fk_cart_sales_channel_id foreign key (sales_channel_id) references sales_channel (id)
);
create index idx_cart_customer_id on cart (customer_id);
create index idx_cart_payment_id on cart (payment_id);
create index idx_cart_region_id on cart (region_id);
create index idx_cart_billing_address_id on cart (billing_address_id);
create index idx_cart_shipping_address_id on cart (shipping_address_id);
create index idx_cart_sales_channel_id on cart (sales_channel_id); -- ours

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
create index idx_line_item_claim_order_id on line_item (claim_order_id);
create index idx_line_item_cart_id on line_item (cart_id);
create index idx_line_item_order_id on line_item (order_id);
create index idx_line_item_variant_id on line_item (variant_id);
create unique index uq_line_item_order_edit_id_original_item_id on line_item (order_edit_id, original_item_id)
  where original_item_id is not null and order_edit_id is not null;
create index idx_line_item_swap_id on line_item (swap_id);
create index idx_line_item_original_item_id on line_item (original_item_id); -- ours

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
create index idx_line_item_tax_line_item_id on line_item_tax_line (item_id);

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
  constraint uq_shipping_method_return_id unique (return_id),
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
create index idx_shipping_method_return_id on shipping_method (return_id);
create index idx_shipping_method_swap_id on shipping_method (swap_id);
create index idx_shipping_method_shipping_option_id on shipping_method (shipping_option_id);
create index idx_shipping_method_order_id on shipping_method (order_id);
create index idx_shipping_method_cart_id on shipping_method (cart_id);
create index idx_shipping_method_claim_order_id on shipping_method (claim_order_id);

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
create index idx_shipping_method_tax_line_shipping_method_id on shipping_method_tax_line (shipping_method_id);

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
  constraint uq_payment_swap_id unique (swap_id),
  constraint fk_payment_cart_id foreign key (cart_id) references cart (id),
  constraint fk_payment_currency_code foreign key (currency_code) references currency (code)
);
create index idx_payment_order_id on payment (order_id);
create index idx_payment_swap_id on payment (swap_id);
create unique index uq_payment_cart_id_active on payment (cart_id) where canceled_at is null;
create index idx_payment_cart_id_canceled on payment (cart_id) where canceled_at is not null;
create index idx_payment_provider_id on payment (provider_id);
create index idx_payment_currency_code on payment (currency_code);
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
create index idx_payment_session_cart_id on payment_session (cart_id);
create index idx_payment_session_provider_id on payment_session (provider_id);

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

-- Tables that point at each other, or at one that comes later.
alter table cart add constraint fk_cart_payment_id foreign key (payment_id) references payment (id);
