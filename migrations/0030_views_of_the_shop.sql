-- The views of the shop that plugins read: a contract. Columns are added at the end, never changed or removed; what would break a plugin gets
-- a schema of its own beside this one. Without passwords, codes of gift cards, idempotency keys and the data of providers.
create schema tradewind_v1;

create view tradewind_v1.product as select
  id, collection_id, created_at, deleted_at, description, discountable, external_id, handle, height, hs_code, is_giftcard,
  length, material, metadata, mid_code, origin_country, status, subtitle, thumbnail, title, type_id, updated_at, weight, width
  from public.product;

create view tradewind_v1.product_variant as select
  id, allow_backorder, barcode, created_at, deleted_at, ean, height, hs_code, inventory_quantity, length, manage_inventory,
  material, metadata, mid_code, origin_country, product_id, sku, title, upc, updated_at, variant_rank, weight, width
  from public.product_variant;

create view tradewind_v1.product_option as select
  id, created_at, deleted_at, metadata, product_id, title, updated_at
  from public.product_option;

create view tradewind_v1.product_option_value as select
  id, created_at, deleted_at, metadata, option_id, updated_at, value, variant_id
  from public.product_option_value;

create view tradewind_v1.product_category as select
  id, created_at, description, handle, is_active, is_internal, metadata, mpath, name, parent_category_id, rank, updated_at
  from public.product_category;

create view tradewind_v1.product_category_product as select
  product_category_id, product_id
  from public.product_category_product;

create view tradewind_v1.product_collection as select
  id, created_at, deleted_at, handle, metadata, title, updated_at
  from public.product_collection;

create view tradewind_v1.product_type as select
  id, created_at, deleted_at, metadata, updated_at, value
  from public.product_type;

create view tradewind_v1.product_tag as select
  id, created_at, deleted_at, metadata, updated_at, value
  from public.product_tag;

create view tradewind_v1.product_tags as select
  product_id, product_tag_id
  from public.product_tags;

create view tradewind_v1.image as select
  id, created_at, deleted_at, metadata, updated_at, url
  from public.image;

create view tradewind_v1.product_images as select
  image_id, position, product_id
  from public.product_images;

create view tradewind_v1.money_amount as select
  id, amount, created_at, currency_code, deleted_at, max_quantity, min_quantity, price_list_id, region_id, updated_at
  from public.money_amount;

create view tradewind_v1.product_variant_money_amount as select
  id, created_at, deleted_at, money_amount_id, updated_at, variant_id
  from public.product_variant_money_amount;

create view tradewind_v1.price_list as select
  id, created_at, deleted_at, description, ends_at, includes_tax, name, starts_at, status, type, updated_at
  from public.price_list;

create view tradewind_v1.price_list_customer_groups as select
  customer_group_id, price_list_id
  from public.price_list_customer_groups;

create view tradewind_v1.sales_channel as select
  id, created_at, deleted_at, description, is_disabled, metadata, name, updated_at
  from public.sales_channel;

create view tradewind_v1.product_sales_channel as select
  product_id, sales_channel_id
  from public.product_sales_channel;

create view tradewind_v1.region as select
  id, automatic_taxes, created_at, currency_code, deleted_at, gift_cards_taxable, includes_tax, metadata, name, tax_code,
  tax_provider_id, tax_rate, updated_at
  from public.region;

create view tradewind_v1.country as select
  id, display_name, iso_2, iso_3, name, num_code, region_id
  from public.country;

create view tradewind_v1.currency as select
  code, includes_tax, name, symbol, symbol_native
  from public.currency;

create view tradewind_v1.tax_rate as select
  id, code, created_at, metadata, name, rate, region_id, updated_at
  from public.tax_rate;

create view tradewind_v1.customer as select
  id, billing_address_id, created_at, deleted_at, email, first_name, has_account, last_name, metadata, phone, updated_at
  from public.customer;

create view tradewind_v1.customer_group as select
  id, created_at, deleted_at, metadata, name, updated_at
  from public.customer_group;

create view tradewind_v1.customer_group_customers as select
  customer_group_id, customer_id
  from public.customer_group_customers;

create view tradewind_v1.address as select
  id, address_1, address_2, city, company, country_code, created_at, customer_id, deleted_at, first_name, last_name, metadata,
  phone, postal_code, province, updated_at
  from public.address;

create view tradewind_v1.cart as select
  id, billing_address_id, completed_at, context, created_at, customer_id, deleted_at, email, metadata, payment_authorized_at,
  payment_id, region_id, sales_channel_id, shipping_address_id, type, updated_at
  from public.cart;

create view tradewind_v1.line_item as select
  id, allow_discounts, cart_id, claim_order_id, created_at, description, fulfilled_quantity, has_shipping, includes_tax,
  is_giftcard, is_return, metadata, order_edit_id, order_id, original_item_id, quantity, returned_quantity, returned_unsent,
  shipped_quantity, should_merge, swap_id, thumbnail, title, unit_price, updated_at, variant_id
  from public.line_item;

create view tradewind_v1.line_item_adjustment as select
  id, amount, description, discount_id, item_id, metadata
  from public.line_item_adjustment;

create view tradewind_v1.line_item_tax_line as select
  id, code, created_at, item_id, metadata, name, rate, updated_at
  from public.line_item_tax_line;

create view tradewind_v1.shipping_method as select
  id, cart_id, claim_order_id, includes_tax, order_id, price, return_id, shipping_option_id, swap_id
  from public.shipping_method;

create view tradewind_v1.shipping_option as select
  id, admin_only, amount, created_at, deleted_at, includes_tax, is_return, metadata, name, price_type, profile_id, provider_id,
  region_id, updated_at
  from public.shipping_option;

create view tradewind_v1.shipping_profile as select
  id, created_at, deleted_at, metadata, name, type, updated_at
  from public.shipping_profile;

create view tradewind_v1."order" as select
  id, billing_address_id, canceled_at, cart_id, created_at, currency_code, customer_id, display_id, draft_order_id, email,
  external_id, fulfillment_status, metadata, no_notification, payment_status, region_id, sales_channel_id, shipping_address_id,
  status, tax_rate, updated_at
  from public."order";

create view tradewind_v1.payment as select
  id, amount, amount_refunded, amount_waived, canceled_at, captured_at, cart_id, created_at, currency_code, metadata, order_id,
  provider_id, swap_id, updated_at
  from public.payment;

create view tradewind_v1.refund as select
  id, amount, created_at, metadata, note, order_id, payment_id, reason, updated_at
  from public.refund;

create view tradewind_v1.fulfillment as select
  id, canceled_at, claim_order_id, created_at, location_id, metadata, no_notification, order_id, provider_id, shipped_at,
  swap_id, tracking_numbers, updated_at
  from public.fulfillment;

create view tradewind_v1.fulfillment_item as select
  fulfillment_id, item_id, quantity
  from public.fulfillment_item;

create view tradewind_v1.tracking_link as select
  id, created_at, deleted_at, fulfillment_id, metadata, tracking_number, updated_at, url
  from public.tracking_link;

create view tradewind_v1."return" as select
  id, claim_order_id, created_at, location_id, metadata, no_notification, order_id, received_at, refund_amount, status,
  swap_id, updated_at
  from public."return";

create view tradewind_v1.return_item as select
  is_requested, item_id, metadata, note, quantity, reason_id, received_quantity, requested_quantity, return_id
  from public.return_item;

create view tradewind_v1.return_reason as select
  id, created_at, deleted_at, description, label, metadata, parent_return_reason_id, updated_at, value
  from public.return_reason;

create view tradewind_v1.swap as select
  id, allow_backorder, canceled_at, cart_id, confirmed_at, created_at, deleted_at, difference_due, fulfillment_status,
  metadata, no_notification, order_id, payment_status, shipping_address_id, updated_at
  from public.swap;

create view tradewind_v1.claim_order as select
  id, canceled_at, created_at, deleted_at, fulfillment_status, metadata, no_notification, order_id, payment_status,
  refund_amount, shipping_address_id, type, updated_at
  from public.claim_order;

create view tradewind_v1.claim_item as select
  id, claim_order_id, created_at, deleted_at, item_id, metadata, note, quantity, reason, updated_at, variant_id
  from public.claim_item;

create view tradewind_v1.discount as select
  id, code, created_at, deleted_at, ends_at, is_disabled, is_dynamic, metadata, parent_discount_id, rule_id, starts_at,
  updated_at, usage_count, usage_limit, valid_duration
  from public.discount;

create view tradewind_v1.discount_rule as select
  id, allocation, created_at, deleted_at, description, metadata, type, updated_at, value
  from public.discount_rule;

create view tradewind_v1.cart_discounts as select
  cart_id, discount_id
  from public.cart_discounts;

create view tradewind_v1.order_discounts as select
  discount_id, order_id
  from public.order_discounts;

create view tradewind_v1.gift_card_transaction as select
  id, amount, created_at, gift_card_id, is_taxable, limits_tax, order_id, tax_rate
  from public.gift_card_transaction;

create view tradewind_v1.stock_location as select
  id, address_id, created_at, deleted_at, metadata, name, updated_at
  from public.stock_location;

create view tradewind_v1.inventory_item as select
  id, created_at, deleted_at, description, height, hs_code, length, material, metadata, mid_code, origin_country,
  requires_shipping, sku, thumbnail, title, updated_at, weight, width
  from public.inventory_item;

create view tradewind_v1.inventory_level as select
  id, created_at, deleted_at, incoming_quantity, inventory_item_id, location_id, metadata, reserved_quantity, stocked_quantity,
  updated_at
  from public.inventory_level;

create view tradewind_v1.product_variant_inventory_item as select
  id, created_at, deleted_at, inventory_item_id, required_quantity, updated_at, variant_id
  from public.product_variant_inventory_item;

create view tradewind_v1.reservation_item as select
  id, created_at, created_by, deleted_at, description, external_id, inventory_item_id, line_item_id, location_id, metadata,
  quantity, updated_at
  from public.reservation_item;

create view tradewind_v1.store as select
  id, created_at, default_currency_code, default_location_id, default_sales_channel_id, metadata, name, updated_at
  from public.store;
