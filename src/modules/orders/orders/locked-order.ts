import type { Metadata } from "../../../kernel/metadata.ts";
import type { PricedLine, PricedShipping } from "../../selling/totals/index.ts";
import type { LinePieces } from "../../stock/inventory/index.ts";
import type { FulfillmentStatus, OrderFacts, PaymentStatus } from "./order.ts";

/** An order with everything that changes of it need. Properties are named after columns. */
export interface LockedOrder {
  id: string;
  status: "pending" | "completed" | "archived" | "canceled" | "requires_action";
  fulfillment_status: FulfillmentStatus;
  payment_status: PaymentStatus;
  display_id: number;
  cart_id: string | null;
  draft_order_id: string | null;
  customer_id: string;
  email: string;
  billing_address_id: string | null;
  shipping_address_id: string | null;
  region_id: string;
  currency_code: string;
  tax_rate: number | null;
  sales_channel_id: string | null;
  no_notification: boolean | null;
  metadata: Metadata | null;
  /** A cancellation is calling the payment services. */
  is_being_canceled: boolean;
  /** An open edit has an authorized payment. */
  has_paid_edit: boolean;
  /** Lines of shipments that are being booked with a carrier: the result is not known yet. */
  lines_at_carriers: string[];
  /** Swaps whose payments are being canceled, and claims that are being created: their result is not known yet. */
  unsettled: string[];
  /** Pieces whose price was paid back while the customer keeps them, or before they came back. */
  refunded_pieces: { item_id: string; quantity: number }[];
  items: OrderedLine[];
  shipping_methods: OrderShippingMethod[];
  payments: OrderPayment[];
  refunds: OrderRefund[];
  fulfillments: OrderFulfillment[];
  returns: OrderReturn[];
  swaps: OrderSwap[];
  claims: OrderClaim[];
  discounts: OrderDiscount[];
  region: OrderRegion;
  /** The input of its totals: `totalsOfOrder(order.$facts)`. */
  $facts: OrderFacts;
}

export interface OrderedLine extends PricedLine, LinePieces {
  id: string;
  order_id: string | null;
  swap_id: string | null;
  claim_order_id: string | null;
  variant_id: string | null;
  title: string;
  is_return: boolean;
  is_giftcard: boolean;
  allow_discounts: boolean;
  metadata: Metadata | null;
  /** Null for custom lines, and if the variant was removed from the database. */
  variant: { product_id: string; sku: string | null; weight: number | null } | null;
}

export interface OrderShippingMethod extends PricedShipping {
  id: string;
  shipping_option_id: string;
  data: Metadata;
  shipping_option: { id: string; provider_id: string; profile_id: string; data: Metadata } | null;
}

export interface OrderPayment {
  id: string;
  amount: number;
  amount_refunded: number;
  currency_code: string;
  provider_id: string;
  data: Metadata;
  captured_at: string | null;
  canceled_at: string | null;
}

export interface OrderRefund {
  id: string;
  payment_id: string | null;
  amount: number;
  reason: string;
}

export interface OrderFulfillment {
  id: string;
  created_at: string;
  provider_id: string | null;
  location_id: string | null;
  no_notification: boolean | null;
  data: Metadata;
  shipped_at: string | null;
  canceled_at: string | null;
  idempotency_key: string | null;
  items: { item_id: string; quantity: number }[];
}

export interface OrderReturn {
  id: string;
  status: "requested" | "received" | "requires_action" | "canceled";
  refund_amount: number;
  received_at: string | null;
  no_notification: boolean | null;
  items: { item_id: string; quantity: number; requested_quantity: number | null }[];
}

/** The common part of swaps and claims. */
interface Exchange {
  id: string;
  canceled_at: string | null;
  no_notification: boolean | null;
  shipping_address_id: string | null;
  additional_items: OrderedLine[];
  shipping_methods: OrderShippingMethod[];
  fulfillments: OrderFulfillment[];
  return_order: OrderReturn | null;
}

export interface OrderSwap extends Exchange {
  fulfillment_status: string;
  payment_status: string;
  difference_due: number | null;
  cart_id: string | null;
  confirmed_at: string | null;
  allow_backorder: boolean;
  payment: OrderPayment | null;
}

export interface OrderClaim extends Exchange {
  type: "refund" | "replace";
  fulfillment_status: string;
  payment_status: "na" | "not_refunded" | "refunded";
  refund_amount: number | null;
  claim_items: { id: string; item_id: string; quantity: number }[];
}

export interface OrderDiscount {
  id: string;
  code: string;
  deleted_at: string | null;
  rule: { id: string; type: string; value: number; allocation: string | null };
}

/** The discounts for lines that are added to an order: without free shipping and deleted discounts. */
export const discountsOnGoods = ({ discounts }: Pick<LockedOrder, "discounts">): OrderDiscount[] =>
  discounts.filter(({ rule, deleted_at }) => deleted_at === null && rule.type !== "free_shipping");

export interface OrderRegion {
  id: string;
  currency_code: string;
  tax_rate: number;
  tax_provider_id: string | null;
  automatic_taxes: boolean;
  gift_cards_taxable: boolean;
  includes_tax: boolean;
}

/** All lines of an order that can be fulfilled, returned or claimed: its own and those of its swaps and claims. */
export const allLines = (order: LockedOrder): OrderedLine[] => [
  ...order.items,
  ...order.swaps.filter(isNotCanceled).flatMap(confirmedLines),
  ...order.claims.filter(isNotCanceled).flatMap(({ additional_items }) => additional_items),
];

/** Lines of a swap count after its confirmation, or once they are fulfilled. */
const confirmedLines = ({ confirmed_at, additional_items }: OrderSwap): OrderedLine[] =>
  additional_items.filter(({ fulfilled_quantity }) => confirmed_at !== null || (fulfilled_quantity ?? 0) > 0);

const isNotCanceled = ({ canceled_at }: { canceled_at: string | null }) => canceled_at === null;
