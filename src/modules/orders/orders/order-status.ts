/** How far the goods of an order, a swap or a claim are on their way. */
export const fulfillmentStatuses = [
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

export type FulfillmentStatus = (typeof fulfillmentStatuses)[number];

export const paymentStatuses = [
  "not_paid",
  "awaiting",
  "captured",
  "partially_refunded",
  "refunded",
  "canceled",
  "requires_action",
] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];
