import { Type } from "typebox";
import { viewOf } from "../../../graph/selection.ts";
import { body, ok, optional, view } from "../../../http/routes.ts";
import { type RefundReason, refundReasons } from "./movement.ts";
import { payment, refund } from "./payments-graph.ts";

/** A payment as it is read. */
export const shownPayment = viewOf({
  entity: payment,
  fields: [
    "id",
    "swap_id",
    "cart_id",
    "order_id",
    "amount",
    "currency_code",
    "amount_refunded",
    "provider_id",
    "data",
    "captured_at",
    "canceled_at",
    "metadata",
  ],
});

/** A payment after a change, and in events. */
export const wholePayment = viewOf({ entity: payment });
export const wholeRefund = viewOf({ entity: refund });

export const paymentAnswer = ok({ payment: view("payment") });
export const refundAnswer = ok({ refund: view("refund") });

const refundFields = {
  amount: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: "In the smallest unit of the currency.",
  }),
  reason: Type.Unsafe<RefundReason>({ type: "string", enum: [...refundReasons] }),
  note: optional(Type.String({ maxLength: 10_000 })),
};

export const orderRefundBody = body({
  ...refundFields,
  no_notification: optional(Type.Boolean({ description: "Whether the customer is to hear nothing of it." })),
});
export const paymentRefundBody = body(refundFields);
