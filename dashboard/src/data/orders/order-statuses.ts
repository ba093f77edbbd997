export const ORDER_STATUSES = ["pending", "completed", "archived", "canceled", "requires_action"] as const;
export const PAYMENT_STATUSES = [
  "not_paid",
  "awaiting",
  "captured",
  "partially_refunded",
  "refunded",
  "canceled",
  "requires_action",
] as const;
export const FULFILLMENT_STATUSES = [
  "not_fulfilled",
  "partially_fulfilled",
  "fulfilled",
  "partially_shipped",
  "shipped",
  "partially_returned",
  "returned",
  "canceled",
  "requires_action",
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

/** Archived and cancelled orders wait for nothing. */
const UNDER_WAY: OrderStatus[] = ["pending", "completed", "requires_action"];

interface Statuses {
  status: OrderStatus[];
  payment_status?: PaymentStatus[];
  fulfillment_status?: FulfillmentStatus[];
}

/** The orders that wait for a step. The home page counts the same ones. */
export const OPEN_ORDERS = {
  toCapture: { status: UNDER_WAY, payment_status: ["awaiting"] },
  toPack: { status: UNDER_WAY, fulfillment_status: ["not_fulfilled", "partially_fulfilled"] },
  toShip: { status: UNDER_WAY, fulfillment_status: ["fulfilled", "partially_shipped"] },
} satisfies Record<string, Statuses>;
