const inSchema = (prefix: string, names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => prefix + name);

/** Triggers empty them when the orders that they count are gone, so they are not in the same statement. */
export const followingTables: readonly string[] = inSchema(
  "tradewind.",
  "analytics_return customer_figures customer_search customer_spent",
);

/** Sessions of users are in the table that points to customers, so rows of these are deleted. They point to each other. */
export const deletedTables: readonly string[] = ["address", "customer"];

/**
 * What the shop sells, to whom, and what came of it. Everything else stays: users, roles, keys, webhooks, what the company says about
 * itself, files, the audit log, and what the server notes for its own work. No table is emptied because another one is.
 */
export const emptiedTables: readonly string[] = [
  // The catalogue.
  ...inSchema(
    "",
    `product product_category product_category_product product_collection product_images product_option product_option_value
    product_sales_channel product_shipping_profile product_tag product_tags product_tax_rate product_type product_type_tax_rate
    product_variant product_variant_inventory_item product_variant_money_amount image money_amount price_list
    price_list_customer_groups`,
  ),
  // Stock.
  ...inSchema(
    "",
    `inventory_item inventory_level reservation_item sales_channel_location stock_location stock_location_address`,
  ),
  // Regions, without the table of regions itself: countries point to it.
  ...inSchema(
    "",
    `region_fulfillment_providers region_payment_providers shipping_option shipping_option_requirement shipping_tax_rate tax_rate
    return_reason`,
  ),
  // Groups of customers, discounts and gift cards.
  ...inSchema(
    "",
    `customer_group customer_group_customers discount discount_condition discount_condition_customer_group
    discount_condition_product discount_condition_product_collection discount_condition_product_tag
    discount_condition_product_type discount_regions discount_rule discount_rule_products gift_card gift_card_transaction`,
  ),
  // Carts and orders.
  ...inSchema(
    "",
    `"order" "return" cart cart_discounts cart_gift_cards claim_image claim_item claim_item_tags claim_order claim_tag
    custom_shipping_option draft_order fulfillment fulfillment_item idempotency_key line_item line_item_adjustment
    line_item_tax_line note notification order_discounts order_edit order_gift_cards order_item_change payment
    payment_collection payment_collection_payments payment_collection_sessions payment_session refund return_item
    shipping_method shipping_method_tax_line swap tracking_link`,
  ),
  ...inSchema(
    "tradewind.",
    `analytics_cart analytics_cart_change analytics_cart_sum analytics_customer_sum analytics_open_work analytics_order
    analytics_order_change analytics_ranking analytics_report_sum analytics_stock_top analytics_stock_value
    analytics_sum carrier_call consent consent_entry contacted_cart customer_tag draft_order_search event
    event_parked first_run fulfillment_stock line_refund line_refund_piece low_stock_notice mail note_mention order_assignee
    order_number order_paper order_search order_tag payment_link payment_operation product_presentation product_search product_text
    product_word refund_due segment segment_change stock_change stock_count stock_count_line stock_hold stock_transfer
    stock_transfer_line tagged_customer tagged_order tax_answer webhook_delivery`,
  ),
];
