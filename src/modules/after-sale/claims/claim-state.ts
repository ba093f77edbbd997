import { type Guards, requireAllowed } from "../../../kernel/guards.ts";
import type { OrderClaim } from "../../orders/orders/index.ts";

/** The module `fulfillments` checks the shipment of its goods. */
export type ClaimAction = "update" | "refund" | "cancel";

type ClaimState = Pick<
  OrderClaim,
  "type" | "payment_status" | "refund_amount" | "canceled_at" | "fulfillments" | "return_order"
>;

const isCanceled = ({ canceled_at }: ClaimState) => canceled_at !== null;

/** The reasons to refuse an action on a claim. The messages are those of v1, where it has one. */
export const claimGuards: Guards<ClaimState, ClaimAction> = {
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

export const requireClaimAllows = (action: ClaimAction, claim: ClaimState): void =>
  requireAllowed(claimGuards, action, claim);
