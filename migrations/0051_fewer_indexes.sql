-- Indexes that say again what a unique one says, or that nothing ever looks into. Every one of them costs every cart, line,
-- payment and order that is written.
drop index idx_cart_payment_id;
drop index idx_cart_region_id;
drop index idx_cart_sales_channel_id;
drop index idx_order_cart_id;
drop index idx_payment_cart_id_canceled;
drop index idx_payment_currency_code;
drop index idx_payment_provider_id;
drop index idx_payment_swap_id;
drop index idx_payment_session_cart_id;
drop index idx_payment_session_provider_id;
drop index idx_shipping_method_return_id;
drop index idx_address_country_code;

-- Hardly any row has these: only those that do are kept in an index.
drop index idx_line_item_claim_order_id;
create index idx_line_item_claim_order_id on line_item (claim_order_id) where claim_order_id is not null;
drop index idx_line_item_swap_id;
create index idx_line_item_swap_id on line_item (swap_id) where swap_id is not null;
drop index idx_line_item_original_item_id;
create index idx_line_item_original_item_id on line_item (original_item_id) where original_item_id is not null;
drop index idx_shipping_method_swap_id;
create index idx_shipping_method_swap_id on shipping_method (swap_id) where swap_id is not null;
drop index idx_shipping_method_claim_order_id;
create index idx_shipping_method_claim_order_id on shipping_method (claim_order_id) where claim_order_id is not null;
