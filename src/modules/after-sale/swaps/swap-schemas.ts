import { type Static, Type } from "typebox";
import { viewOf } from "../../../graph/selection.ts";
import { fieldsOfGivenRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, dates, textFilter } from "../../../http/query-filters.ts";
import { body, nonEmptyText, ok, optional, page } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { newSwapFields } from "../v1-shapes.ts";
import { swap } from "./swaps-graph.ts";

const MAX_LINES = 500;
const MAX_OPTIONS = 100;
const MAX_NOTE_LENGTH = 5_000;

const quantity = Type.Integer({ minimum: 1, maximum: MAX_AMOUNT });
const price = Type.Integer({ minimum: 0, maximum: MAX_AMOUNT });

const returnItem = body({
  item_id: nonEmptyText,
  quantity,
  reason_id: optional(nonEmptyText),
  note: optional(Type.String({ maxLength: MAX_NOTE_LENGTH })),
});

const returnItems = Type.Array(returnItem, { minItems: 1, maxItems: MAX_LINES });
const additionalItem = body({ variant_id: nonEmptyText, quantity, ...fieldsOfGivenRow("line_item") });

export const newSwapBody = body({
  return_items: returnItems,
  return_shipping: optional(body({ option_id: nonEmptyText, price: optional(price) })),
  additional_items: optional(Type.Array(additionalItem, { maxItems: MAX_LINES })),
  custom_shipping_options: optional(
    Type.Array(body({ option_id: nonEmptyText, price }), {
      maxItems: MAX_OPTIONS,
      description: "The only shipping options for the new goods, with their prices.",
    }),
  ),
  sales_channel_id: optional(nonEmptyText),
  no_notification: optional(Type.Boolean()),
  return_location_id: optional(nonEmptyText),
  allow_backorder: optional(
    Type.Boolean({ default: true, description: "The swap can be confirmed even without stock." }),
  ),
});

/** The shipping of the new goods. */
export const swapShippingBody = body({
  option_id: nonEmptyText,
  price: optional({ ...price, description: "Another price than that of the option." }),
});

export const storeSwapBody = body({
  order_id: nonEmptyText,
  return_items: returnItems,
  additional_items: Type.Array(additionalItem, { minItems: 1, maxItems: MAX_LINES }),
  return_shipping_option: optional(nonEmptyText),
});

/** The relations of the cart that its totals need, or that v1 shows. */
const cartRelations = [
  "cart",
  "cart.discounts",
  "cart.discounts.rule",
  "cart.gift_cards",
  "cart.items",
  "cart.items.adjustments",
  "cart.items.tax_lines",
  "cart.items.variant",
  "cart.region",
  "cart.region.tax_rates",
  "cart.shipping_address",
  "cart.shipping_methods",
];

export const adminSwap = viewOf({
  entity: swap,
  fields: [
    "id",
    "fulfillment_status",
    "payment_status",
    "order_id",
    "difference_due",
    "cart_id",
    "created_at",
    "updated_at",
    "metadata",
  ],
  relations: [
    "additional_items",
    "additional_items.adjustments",
    ...cartRelations,
    "fulfillments",
    "order",
    "payment",
    "return_order",
    "shipping_address",
    "shipping_methods",
    "shipping_methods.shipping_option",
  ],
});

export const swapList = listQuery({
  view: { entity: swap },
  limit: 50,
  filters: {
    order_id: textFilter({ comparisons: false }),
    payment_status: anyOf({ values: swap.columns.payment_status.values }),
    fulfillment_status: anyOf({ values: swap.columns.fulfillment_status.values }),
    created_at: dates(),
  },
});

export const swapOfCart = viewOf({
  entity: swap,
  relations: [
    "order",
    "additional_items",
    "additional_items.variant",
    "return_order",
    "return_order.shipping_method",
    "return_order.shipping_method.shipping_option",
    "fulfillments",
    "payment",
    "shipping_address",
    "shipping_methods",
    "shipping_methods.shipping_option",
    "cart",
  ],
});

export const storeSwap = viewOf({
  ...swapOfCart,
  fields: newSwapFields,
});

export const confirmedSwap = viewOf({ entity: swap, relations: ["shipping_address"] });

export const orderSwapRequestOf = (orderId: string, sent: Static<typeof newSwapBody>) => ({
  orderId,
  returnItems: sent.return_items,
  returnShipping: sent.return_shipping ?? null,
  additionalItems: sent.additional_items ?? [],
  customShipping: sent.custom_shipping_options,
  salesChannelId: sent.sales_channel_id,
  noNotification: sent.no_notification,
  returnLocationId: sent.return_location_id,
  allowBackorder: sent.allow_backorder ?? true,
  isCustomer: false,
});

export const storeSwapRequestOf = ({ return_shipping_option, ...sent }: Static<typeof storeSwapBody>) => ({
  orderId: sent.order_id,
  returnItems: sent.return_items,
  returnShipping:
    return_shipping_option === undefined ? null : { option_id: return_shipping_option, isCustomer: true },
  additionalItems: sent.additional_items,
  // The customer has made the request, so no notification is sent.
  noNotification: true,
  allowBackorder: false,
  isCustomer: true,
});

const amount = (description: string) =>
  Type.Integer({ description: `${description} In the smallest unit of the currency.` });

export const previewBody = body({
  return_items: Type.Array(body({ item_id: nonEmptyText, quantity }), { minItems: 1, maxItems: MAX_LINES }),
  return_shipping: optional(body({ option_id: nonEmptyText, price: optional(price) })),
  additional_items: optional(Type.Array(additionalItem, { maxItems: MAX_LINES })),
  shipping: optional(swapShippingBody),
});

export const previewAnswer = ok({
  preview: Type.Object({
    currency_code: Type.String(),
    returned_items: Type.Array(
      Type.Object({
        item_id: Type.String(),
        quantity: Type.Integer(),
        value: amount("What the pieces were sold for, with taxes and less discounts."),
      }),
    ),
    returned_total: amount("The sum of these values."),
    return_shipping_total: amount("The return shipping, with taxes."),
    shipping_total: amount("The shipping of the new goods, with taxes."),
    refund_amount: amount("What a return refunds: the value less the return shipping, at least 0."),
    additional_items: Type.Array(
      Type.Object({
        variant_id: Type.Union([Type.String(), Type.Null()]),
        title: Type.String(),
        quantity: Type.Integer(),
        total: amount("The price of the pieces, with taxes by the rates of the shop and less discounts."),
      }),
    ),
    shipped_value: amount(
      "What requirements of shipping options for the new goods are compared with: their prices less those of the returned goods, without taxes.",
    ),
    shipped_value_with_tax: amount("The same with taxes, for options whose prices include them."),
    difference_due: amount(
      "What the customer pays for a swap, without the shipping of the new goods; negative for what the customer gets.",
    ),
  }),
});

export const swapAnswers = {
  list: page("swaps", shown("AdminListedSwap", swapList.view)),
  admin: ok({ swap: shown("AdminSwap", adminSwap) }),
  created: ok({ swap: shown("StoreSwap", storeSwap) }),
  ofCart: ok({ swap: shown("StoreSwapOfCart", swapOfCart) }),
};
