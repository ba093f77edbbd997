import { type Guard, type Guards, requireAllowed } from "../../../kernel/guards.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";
import { isAllPacked, isAllReturned, isAllShipped, type LinePieces } from "../../stock/inventory/index.ts";
import type { LockedOrder } from "./locked-order.ts";
import type { FulfillmentStatus, PaymentStatus } from "./order.ts";

export type OrderAction =
  | "update"
  | "complete"
  | "archive"
  | "cancel"
  | "capture"
  | "refund"
  | "fulfill"
  | "ship"
  | "cancel_fulfillment"
  | "return"
  | "swap"
  | "claim"
  | "edit"
  | "add_shipping_method";

const isCanceled = (order: LockedOrder) => order.status === "canceled";
const isOpen = ({ canceled_at }: { canceled_at: string | null }) => canceled_at === null;

/** During the calls to payment services, the order refuses the same actions as a canceled order. */
const whileBeingCanceled: Guard<LockedOrder> = {
  when: ({ is_being_canceled }) => is_being_canceled,
  refuse: () => new Refusal("conflict", "The order is being canceled"),
};

/** The goods of a swap or claim that may still be canceled cannot be sent: see `unsettled`. */
export const unsettledExchange = (kind: string) =>
  new Refusal(
    "conflict",
    kind === "swap"
      ? "The swap is being canceled"
      : "The claim is being made, or taken back. Try again in a moment.",
  );

const notIfCanceled = (refuse: Guard<LockedOrder>["refuse"]): Guard<LockedOrder>[] => [
  { when: isCanceled, refuse },
  whileBeingCanceled,
];

/** When each action on an order is refused. The messages are v1's where v1 has one. */
export const orderGuards: Guards<LockedOrder, OrderAction> = {
  update: notIfCanceled("A canceled order cannot be updated"),
  complete: notIfCanceled("A canceled order cannot be completed"),
  archive: [
    {
      when: ({ status }) => status !== "completed",
      refuse: "Can't archive an unprocessed order",
    },
  ],
  cancel: [
    { when: ({ refunds }) => refunds.length > 0, refuse: "Order with refund(s) cannot be canceled" },
    {
      when: ({ fulfillments }) => fulfillments.some(isOpen),
      refuse: "All fulfillments must be canceled before canceling an order",
    },
    {
      when: ({ returns }) => returns.some(({ status }) => status !== "canceled"),
      refuse: "All returns must be canceled before canceling an order",
    },
    {
      when: ({ swaps }) => swaps.some(isOpen),
      refuse: "All swaps must be canceled before canceling an order",
    },
    {
      when: ({ claims }) => claims.some(isOpen),
      refuse: "All claims must be canceled before canceling an order",
    },
    {
      when: ({ has_paid_edit }) => has_paid_edit,
      refuse: "An order edit that was paid for must be canceled before canceling an order",
    },
  ],
  capture: notIfCanceled("A canceled order cannot capture payment"),
  refund: notIfCanceled("A canceled order cannot be refunded"),
  fulfill: [
    ...notIfCanceled("A canceled order cannot be fulfilled"),
    {
      when: ({ shipping_methods }) => shipping_methods.length === 0,
      refuse: "Cannot fulfill an order that lacks shipping methods",
    },
  ],
  ship: notIfCanceled("A canceled order cannot be fulfilled as shipped"),
  cancel_fulfillment: [],
  return: notIfCanceled(() => invalid("Cannot create a return for a canceled item.")),
  swap: [
    ...notIfCanceled("A canceled order cannot be swapped"),
    {
      when: ({ payment_status }) => payment_status !== "captured" && payment_status !== "partially_refunded",
      refuse: "Cannot swap an order that has not been captured",
    },
    {
      when: ({ fulfillment_status }) => fulfillment_status === "not_fulfilled",
      refuse: "Cannot swap an order that has not been fulfilled",
    },
  ],
  claim: notIfCanceled(() => invalid("Cannot create a claim on a canceled item.")),
  edit: notIfCanceled("A canceled order cannot be edited"),
  add_shipping_method: notIfCanceled("A shipping method cannot be added to a canceled order"),
};

export const requireOrderAllows = (action: OrderAction, order: LockedOrder): void =>
  requireAllowed(orderGuards, action, order);

/**
 * The fulfillment status after an action, from the lines after it. As in v1 the last action decides: a partially shipped
 * order becomes `fulfilled` when the rest is packed.
 */
export const fulfillmentStatusAfter: Readonly<
  Record<
    "fulfill" | "ship" | "return" | "cancel_fulfillment",
    (lines: readonly LinePieces[]) => FulfillmentStatus
  >
> = {
  fulfill: (lines) => (lines.every(isAllPacked) ? "fulfilled" : "partially_fulfilled"),
  ship: (lines) => (lines.every(isAllShipped) ? "shipped" : "partially_shipped"),
  return: (lines) => (lines.every(isAllReturned) ? "returned" : "partially_returned"),
  cancel_fulfillment: () => "canceled",
};

/** The payment status after an action. */
export const paymentStatusAfter = {
  capture: ({ payments }: Pick<LockedOrder, "payments">): PaymentStatus => {
    // All payments were canceled: the goods were returned before the capture.
    if (payments.length > 0 && payments.every((payment) => !isOpen(payment))) return "canceled";
    return payments.every(({ captured_at, canceled_at }) => captured_at !== null || canceled_at !== null)
      ? "captured"
      : "requires_action";
  },
  refund: ({ paid, refunded }: { paid: number; refunded: number }): PaymentStatus =>
    refunded >= paid ? "refunded" : "partially_refunded",
  cancel: (): PaymentStatus => "canceled",
  /** Another payment was authorized. */
  authorize: (before: PaymentStatus): PaymentStatus => (before === "canceled" ? before : "awaiting"),
};
