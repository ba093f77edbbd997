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
