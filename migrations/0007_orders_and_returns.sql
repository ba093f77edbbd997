-- Orders and what happens to them afterwards: fulfilment, returns, swaps, claims, edits, refunds.

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
  constraint uq_order_draft_order_id unique (draft_order_id),
  constraint fk_order_cart_id foreign key (cart_id) references cart (id),
  constraint fk_order_customer_id foreign key (customer_id) references customer (id),
  constraint fk_order_billing_address_id foreign key (billing_address_id) references address (id),
  constraint fk_order_shipping_address_id foreign key (shipping_address_id) references address (id),
  constraint fk_order_region_id foreign key (region_id) references region (id),
  constraint fk_order_currency_code foreign key (currency_code) references currency (code),
  constraint fk_order_sales_channel_id foreign key (sales_channel_id) references sales_channel (id)
);
create index idx_order_currency_code on "order" (currency_code);
create index idx_order_billing_address_id on "order" (billing_address_id);
create index idx_order_display_id on "order" (display_id);
create index idx_order_cart_id on "order" (cart_id);
create index idx_order_customer_id on "order" (customer_id);
create index idx_order_region_id on "order" (region_id);
create index idx_order_shipping_address_id on "order" (shipping_address_id);
create index idx_order_sales_channel_id on "order" (sales_channel_id); -- ours

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
create index idx_swap_shipping_address_id on swap (shipping_address_id); -- ours

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
create index idx_fulfillment_item_item_id on fulfillment_item (item_id); -- ours

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
create index idx_tracking_link_fulfillment_id on tracking_link (fulfillment_id); -- ours

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
create index idx_return_reason_parent_return_reason_id on return_reason (parent_return_reason_id); -- ours

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
create index idx_return_item_item_id on return_item (item_id); -- ours
create index idx_return_item_reason_id on return_item (reason_id); -- ours

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
create index idx_order_item_change_original_line_item_id on order_item_change (original_line_item_id); -- ours

-- Tables that point at each other, or at one that comes later.
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
