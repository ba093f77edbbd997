import { type Static, Type } from "typebox";
import { body, ok, optional } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { type RefundReason, refundReasons } from "../../orders/payments/index.ts";

const id = Type.String({ minLength: 1, maxLength: 255 });
const amount = (description: string) => Type.Integer({ description });

const chosen = {
  items: Type.Array(body({ item_id: id, quantity: Type.Integer({ minimum: 1, maximum: MAX_AMOUNT }) }), {
    maxItems: 1000,
    description: "The pieces to refund. May be empty if `shipping_amount` is not 0.",
  }),
  shipping_amount: optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_AMOUNT,
      default: 0,
      description: "How much of the shipping is refunded, with its tax.",
    }),
  ),
};

export const refundPreviewBody = body(chosen);

export const lineRefundBody = body({
  ...chosen,
  restock: Type.Boolean({
    description:
      "Whether the pieces go back into stock: they came back, or are not sent. They can then not be packed or returned again.",
  }),
  location_id: optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Where they are put. Default: where they came from.",
    }),
  ),
  reason: Type.Unsafe<RefundReason>({ type: "string", enum: [...refundReasons] }),
  note: optional(Type.String({ maxLength: 10_000 })),
  no_notification: optional(Type.Boolean({ description: "Do not notify the customer." })),
});

export const chosenOf = ({ items, shipping_amount }: Static<typeof refundPreviewBody>) => ({
  items,
  shippingAmount: shipping_amount ?? 0,
});

export const lineRefundOf = (sent: Static<typeof lineRefundBody>) => ({
  ...chosenOf(sent),
  isRestocked: sent.restock,
  locationId: sent.location_id ?? null,
  reason: sent.reason,
  note: sent.note ?? null,
  noNotification: sent.no_notification ?? null,
});

const refundedLine = Type.Object({
  item_id: Type.String(),
  quantity: Type.Integer(),
  amount: amount("What the pieces were sold for, with tax and less discounts."),
  tax: amount("The tax in it."),
});

export const previewAnswer = ok({
  preview: Type.Object({
    currency_code: Type.String(),
    lines: Type.Array(refundedLine),
    shipping: Type.Object({ amount: Type.Integer(), tax: Type.Integer() }),
    value: amount("The sum of lines and shipping."),
    tax: amount("The tax in it."),
    amount: amount(
      "What is refunded: the value, up to what was captured and not refunded. Gift cards are not refunded.",
    ),
  }),
});

export const moneyAnswer = ok({
  money: Type.Object({
    currency_code: Type.String(),
    captured_total: amount("What was paid."),
    authorized_total: amount("What can still be captured."),
    refunded_total: Type.Integer(),
    refundable_amount: amount("What was captured and is not refunded."),
    lines: Type.Array(
      Type.Object({
        item_id: Type.String(),
        refundable_quantity: Type.Integer({
          description:
            "Pieces that were neither returned, refunded, exchanged nor claimed, and are in no open return.",
        }),
      }),
    ),
    shipping: Type.Object({ total: Type.Integer(), refundable: Type.Integer() }),
    line_refunds: Type.Array(
      Type.Object({
        refund_id: Type.String(),
        is_restocked: Type.Boolean(),
        return_id: Type.Union([Type.String(), Type.Null()]),
        shipping_amount: Type.Integer(),
        shipping_tax: Type.Integer(),
        lines: Type.Array(refundedLine),
      }),
    ),
  }),
});
