/**
 * Indexes and unique constraints of v1 that Tradewind does not have under any name: another index covers them, it has a
 * smaller one instead, or no query uses them. What else a database has beyond Tradewind's tables belongs to plugins.
 */
export const replacedNames: ReadonlySet<string> = new Set([
  "UQ_727b872f86c7378474a8fa46147", // order.draft_order_id
  "REL_9d1a161434c610aae7c3df2dc7", // cart.payment_id
  "REL_8abe81b9aac151ae60bf507ad1", // customer.billing_address_id
  "REL_c17aff091441b7c25ec3d68d36", // payment.swap_id
  "REL_1d9ad62038998c3a85c77a53cf", // shipping_method.return_id
  "IDX_c99a206eb11ad45f6b7f04f2dc", // order.cart_id
  "IDX_cd7812c96209c5bdd48a6b858b", // order.customer_id
  "IDX_9c9614b2f9d01665800ea8dbff", // address.customer_id
  "IDX_6b9c66b5e36f7c827dfaa092f9", // cart.billing_address_id
  "IDX_242205c81c1152fab1b6e84847", // cart.customer_id
  "IDX_9d1a161434c610aae7c3df2dc7", // cart.payment_id
  "IDX_484c329f4783be4e18e5e2ff09", // cart.region_id
  "IDX_ced15a9a695d2b5db9dabce763", // cart.shipping_address_id
  "IDX_8abe81b9aac151ae60bf507ad1", // customer.billing_address_id
  "IDX_118e3c48f09a7728f41023c94e", // line_item.claim_order_id
  "IDX_43a2b24495fe1d9fc2a9c835bc", // line_item.order_id
  "IDX_3fa354d8d1233ff81097b2fcb6", // line_item.swap_id
  "IDX_5077fa54b0d037e984385dfe8a", // line_item_tax_line.item_id
  "IDX_aac4855eadda71aa1e4b6d7684", // payment.cart_id
  "IDX_payment_currency_code",
  "IDX_ea94f42b6c88e9191c3649d752", // payment.provider_id
  "IDX_c17aff091441b7c25ec3d68d36", // payment.swap_id
  "IDX_d25ba0787e1510ddc5d442ebcf", // payment_session.cart_id
  "IDX_d18ad72f2fb7c87f075825b6f8", // payment_session.provider_id
  "IDX_ca67dd080aac5ecf99609960cd", // product_variant.product_id
  "IDX_d783a66d1c91c0858752c933e6", // shipping_method.claim_order_id
  "IDX_5267705a43d547e232535b656c", // shipping_method.order_id
  "IDX_1d9ad62038998c3a85c77a53cf", // shipping_method.return_id
  "IDX_fb94fa8d5ca940daa2a58139f8", // shipping_method.swap_id
  "IDX_926ca9f29014af8091722dede0", // shipping_method_tax_line.shipping_method_id
  // migrations/0013_search_in_lower_case.sql
  "idx_gin_product_collection",
  "idx_gin_product_description",
  "idx_gin_product_title",
  "idx_gin_product_variant_sku",
  "idx_gin_product_variant_title",
]);
