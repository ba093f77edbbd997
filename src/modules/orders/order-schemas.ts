import type { View } from "../../graph/selection.ts";
import { order } from "./orders-graph.ts";

/** Without these there are no totals, so they are there whatever is asked for. */
const forTotals = [
  "items",
  "items.tax_lines",
  "items.adjustments",
  "shipping_methods",
  "shipping_methods.tax_lines",
];

const withHistory = [
  "claims",
  "swaps",
  "refunds",
  "gift_cards",
  "gift_card_transactions",
  "discounts",
  "discounts.rule",
];

/** What a customer who has just bought gets to see. */
export const placedOrder: View = {
  entity: order,
  relations: [...forTotals, ...withHistory, "items.variant", "payments", "region", "shipping_address"],
};

const storeFields = [
  "id",
  "status",
  "fulfillment_status",
  "payment_status",
  "display_id",
  "cart_id",
  "customer_id",
  "email",
  "region_id",
  "currency_code",
  "tax_rate",
  "created_at",
];

const storeRelations = [
  ...forTotals,
  "items.variant",
  "shipping_address",
  "fulfillments",
  "fulfillments.tracking_links",
  "shipping_methods.shipping_option",
  "discounts",
  "discounts.rule",
  "customer",
  "payments",
  "region",
];

export const storeOrder: View = { entity: order, fields: storeFields, relations: storeRelations };
export const storeOrderOfCart: View = { ...storeOrder, relations: [...storeRelations, ...withHistory] };
