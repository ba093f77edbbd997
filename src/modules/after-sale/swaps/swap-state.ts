import { allow, type Guards } from "../../../kernel/guards.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import type { OrderSwap } from "../../orders/orders/index.ts";

/** What is done to a swap, beside sending its goods. */
export type SwapAction = "confirm" | "process_payment" | "cancel";

type Swap = Pick<
  OrderSwap,
  "canceled_at" | "confirmed_at" | "payment_status" | "fulfillments" | "return_order" | "payment"
>;

const isCanceled = ({ canceled_at }: { canceled_at: string | null }) => canceled_at !== null;

export const canceledSwap = () => notAllowed("The swap was canceled", "cart_incompatible_state");

export const refundedSwap = () => notAllowed("Swap with a refund cannot be canceled");

const givenBack: readonly string[] = ["difference_refunded", "partially_refunded", "refunded"];

/** Every change of a swap and what stands in its way; the words are those of v1. */
export const swapGuards: Guards<Swap, SwapAction> = {
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
      when: ({ payment_status }) => givenBack.includes(payment_status),
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

export const allowSwap = (action: SwapAction, swap: Swap): void => allow(swapGuards, action, swap);

/** Where the money of a swap stands once its customer has confirmed it: with nothing to pay it is settled. */
export const confirmedStatus = (differenceDue: number): "awaiting" | "confirmed" =>
  differenceDue === 0 ? "confirmed" : "awaiting";
