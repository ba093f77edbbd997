import { allow, type Guards } from "../../../kernel/guards.ts";
import type { OrderClaim } from "../../orders/orders/index.ts";

/** What is done to a claim; sending its goods is judged by `fulfillments`. */
export type ClaimAction = "update" | "refund" | "cancel";

type Judged = Pick<
  OrderClaim,
  "type" | "payment_status" | "refund_amount" | "canceled_at" | "fulfillments" | "return_order"
>;

const isCanceled = ({ canceled_at }: Judged) => canceled_at !== null;

/** Every change of a claim and what stands in its way; the words are those of v1. */
export const claimGuards: Guards<Judged, ClaimAction> = {
  update: [{ when: isCanceled, refuse: "Canceled claim cannot be updated" }],
  refund: [
    { when: isCanceled, refuse: "Canceled claim cannot be refunded" },
    {
      when: ({ type }) => type !== "refund",
      refuse: 'Claim must have type "refund" to create a refund.',
    },
    { when: ({ payment_status }) => payment_status === "refunded", refuse: "Claim was refunded before" },
  ],
  cancel: [
    { when: ({ refund_amount }) => Boolean(refund_amount), refuse: "Claim with a refund cannot be canceled" },
    {
      when: ({ fulfillments }) => fulfillments.some((each) => each.canceled_at === null),
      refuse: "All fulfillments must be canceled before the claim can be canceled",
    },
    {
      when: ({ return_order }) => return_order !== null && return_order.status !== "canceled",
      refuse: "Return must be canceled before the claim can be canceled",
    },
  ],
};

export const allowClaim = (action: ClaimAction, claim: Judged): void => allow(claimGuards, action, claim);
