import { Type } from "typebox";
import { viewOf } from "../../../graph/selection.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { body, ok, optional, view } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { idempotencyKeyIn } from "../orders/index.ts";
import { type RefundReason, type RequestKey, refundReasons } from "./payment-operation.ts";
import { payment, refund } from "./payments-graph.ts";

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

/** All columns, as in responses to changes and in events. */
export const wholePayment = viewOf({ entity: payment });
export const wholeRefund = viewOf({ entity: refund });

export const paymentAnswer = ok({ payment: view("payment") });
export const shownPaymentAnswer = ok({ payment: shown("AdminPayment", shownPayment) });
export const refundAnswer = ok({ refund: view("refund") });

const refundFields = {
  amount: Type.Integer({
    minimum: 1,
    maximum: MAX_AMOUNT,
    description: "In the smallest unit of the currency.",
  }),
  reason: Type.Unsafe<RefundReason>({ type: "string", enum: [...refundReasons] }),
  note: optional(Type.String({ maxLength: 10_000 })),
};

export const orderRefundBody = body({
  ...refundFields,
  no_notification: optional(Type.Boolean({ description: "Do not notify the customer." })),
});
export const paymentRefundBody = body(refundFields);

/** An Idempotency-Key counts for one caller only. Null without a key: then each request is a new one. */
export function requestKeyOf(userId: string, headers: Parameters<typeof idempotencyKeyIn>[0]): RequestKey {
  const key = idempotencyKeyIn(headers);
  return { request: key === null ? null : `${userId} ${key}` };
}
