import { type Guards, requireAllowed } from "../../../kernel/guards.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import type { OrderSwap } from "../../orders/orders/index.ts";

/** The module `fulfillments` checks the shipment of its goods. */
export type SwapAction = "confirm" | "process_payment" | "cancel";

type SwapState = Pick<
  OrderSwap,
  "canceled_at" | "confirmed_at" | "payment_status" | "fulfillments" | "return_order" | "payment"
>;

const isCanceled = ({ canceled_at }: { canceled_at: string | null }) => canceled_at !== null;

export const canceledSwap = () => notAllowed("The swap was canceled", "cart_incompatible_state");

export const refundedSwap = () => notAllowed("Swap with a refund cannot be canceled");

const refundedStatuses: readonly string[] = ["difference_refunded", "partially_refunded", "refunded"];

/** The reasons to refuse an action on a swap. The messages are those of v1, where it has one. */
export const swapGuards: Guards<SwapState, SwapAction> = {
  confirm: [{ when: isCanceled, refuse: () => canceledSwap() }],
  process_payment: [
    { when: isCanceled, refuse: "Canceled swap cannot be processed" },
    {
      when: ({ confirmed_at }) => confirmed_at === null,
      refuse: "Cannot process a swap that hasn't been confirmed by the customer",
    },
  ],
  cancel: [
    {
      when: ({ payment_status }) => refundedStatuses.includes(payment_status),
      refuse: () => refundedSwap(),
    },
    {
      when: ({ fulfillments }) => !fulfillments.every(isCanceled),
      refuse: "All fulfillments must be canceled before the swap can be canceled",
    },
    {
      when: ({ return_order }) => return_order !== null && return_order.status !== "canceled",
      refuse: "Return must be canceled before the swap can be canceled",
    },
    {
      when: ({ payment, payment_status }) => payment_status === "captured" || Boolean(payment?.captured_at),
      refuse: "Swap with a captured payment cannot be canceled",
    },
  ],
};

export const requireSwapAllows = (action: SwapAction, swap: SwapState): void =>
  requireAllowed(swapGuards, action, swap);

/** The payment status after the confirmation. Without a difference the swap is settled. */
export const confirmedStatus = (differenceDue: number): "awaiting" | "confirmed" =>
  differenceDue === 0 ? "confirmed" : "awaiting";
