-- The fields of the shop, at the end of the views that plugins read: also values of fields that are not declared any more. Columns that a
-- shop has added itself are not among them.
create or replace view tradewind_v1.product as select
  id, collection_id, created_at, deleted_at, description, discountable, external_id, handle, height, hs_code, is_giftcard,
  length, material, metadata, mid_code, origin_country, status, subtitle, thumbnail, title, type_id, updated_at, weight, width, custom_fields
  from public.product;

create or replace view tradewind_v1.product_variant as select
  id, allow_backorder, barcode, created_at, deleted_at, ean, height, hs_code, inventory_quantity, length, manage_inventory,
  material, metadata, mid_code, origin_country, product_id, sku, title, upc, updated_at, variant_rank, weight, width, custom_fields
  from public.product_variant;

create or replace view tradewind_v1.product_category as select
  id, created_at, description, handle, is_active, is_internal, metadata, mpath, name, parent_category_id, rank, updated_at, custom_fields
  from public.product_category;

create or replace view tradewind_v1.product_collection as select
  id, created_at, deleted_at, handle, metadata, title, updated_at, custom_fields
  from public.product_collection;

create or replace view tradewind_v1.customer as select
  id, billing_address_id, created_at, deleted_at, email, first_name, has_account, last_name, metadata, phone, updated_at, custom_fields
  from public.customer;

create or replace view tradewind_v1.customer_group as select
  id, created_at, deleted_at, metadata, name, updated_at, custom_fields
  from public.customer_group;

create or replace view tradewind_v1."order" as select
  id, billing_address_id, canceled_at, cart_id, created_at, currency_code, customer_id, display_id, draft_order_id, email,
  external_id, fulfillment_status, metadata, no_notification, payment_status, region_id, sales_channel_id, shipping_address_id,
  status, tax_rate, updated_at, custom_fields
  from public."order";

create or replace view tradewind_v1.line_item as select
  id, allow_discounts, cart_id, claim_order_id, created_at, description, fulfilled_quantity, has_shipping, includes_tax,
  is_giftcard, is_return, metadata, order_edit_id, order_id, original_item_id, quantity, returned_quantity, returned_unsent,
  shipped_quantity, should_merge, swap_id, thumbnail, title, unit_price, updated_at, variant_id, custom_fields
  from public.line_item;

create or replace view tradewind_v1.cart as select
  id, billing_address_id, completed_at, context, created_at, customer_id, deleted_at, email, metadata, payment_authorized_at,
  payment_id, region_id, sales_channel_id, shipping_address_id, type, updated_at, custom_fields
  from public.cart;

create or replace view tradewind_v1.region as select
  id, automatic_taxes, created_at, currency_code, deleted_at, gift_cards_taxable, includes_tax, metadata, name, tax_code,
  tax_provider_id, tax_rate, updated_at, custom_fields
  from public.region;

create or replace view tradewind_v1.discount as select
  id, code, created_at, deleted_at, ends_at, is_disabled, is_dynamic, metadata, parent_discount_id, rule_id, starts_at,
  updated_at, usage_count, usage_limit, valid_duration, custom_fields
  from public.discount;
