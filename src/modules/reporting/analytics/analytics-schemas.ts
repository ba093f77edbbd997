import { type TSchema, Type } from "typebox";
import { nullableText, optional } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { FEW_PIECES } from "../../stock/inventory/index.ts";
import type { Interval } from "./period.ts";
import { moment, periodParameters, periodSchema } from "./period-schemas.ts";

const currencyParameter = {
  currency_code: optional(
    Type.String({ pattern: "^[A-Za-z]{3}$", description: "Only figures in this currency, such as eur." }),
  ),
};

const query = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

export const summaryQuery = query({ ...periodParameters, ...currencyParameter });

export const seriesQuery = query({
  ...periodParameters,
  ...currencyParameter,
  interval: optional(
    Type.Unsafe<Interval>({
      type: "string",
      enum: ["hour", "day"],
      description: "By default `hour` for one or two days, else `day`. By the hour at most 31 days.",
    }),
  ),
});

export const topQuery = query({
  ...periodParameters,
  ...currencyParameter,
  limit: optional(Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "Rows of each list." })),
});

export const cartsQuery = query(periodParameters);

export const toDoQuery = query({
  low_stock: optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_AMOUNT,
      default: FEW_PIECES,
      description: "A variant with at most so many pieces is low in stock.",
    }),
  ),
});

const amount = (description: string) =>
  Type.Integer({ description: `${description} In the smallest unit of the currency.` });
const count = (description: string) => Type.Integer({ description });

export const onePeriod = { timezone: Type.String(), period: periodSchema };
export const bothPeriods = { ...onePeriod, previous_period: periodSchema };

export const pendingOrders = {
  pending_orders: count(
    "Changes of orders that the figures do not have yet. 0, except during a large import and the first count of an old shop.",
  ),
};

const chartFigures = {
  orders: count("Orders that were placed, without canceled ones."),
  sales: amount(
    "Goods, shipping and taxes of these orders less discounts, without gift cards that were sold.",
  ),
  refunds: amount("Refunds in the period, whenever the order was placed."),
  exchanges: amount("Payments in the period for swaps that cost more than what was returned."),
  revenue: amount("`sales` + `exchanges` - `refunds`."),
};

const figures = Type.Object({
  ...chartFigures,
  average_order: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "`sales` / `orders`, rounded; null without orders. In the smallest unit of the currency.",
  }),
  canceled_orders: count("Orders that were placed in the period and canceled since."),
  discounts: amount("Discounts of the orders, without taxes."),
  shipping: amount("Shipping of the orders, without taxes."),
  taxes: amount("Taxes of the orders, those of gift cards included."),
  gift_cards_sold: amount("Gift cards that were bought, with taxes."),
  gift_cards_redeemed: amount("What gift cards paid of the orders."),
  total: amount("The sum of the totals of the orders: `sales` + `gift_cards_sold` - `gift_cards_redeemed`."),
});

const customers = Type.Object({
  new: count("Customers whose first order is in the period."),
  returning: count("Customers who ordered in the period and before it."),
});

const currency = { currency_code: Type.String() };

export const summaryAnswer = {
  ...bothPeriods,
  currencies: Type.Array(Type.Object({ ...currency, current: figures, previous: figures })),
  customers: Type.Object(
    { current: customers, previous: customers },
    { description: "In all currencies together. Canceled orders do not count." },
  ),
  ...pendingOrders,
};

const points = Type.Array(Type.Object({ at: moment("When the hour or the day begins."), ...chartFigures }));

export const seriesAnswer = {
  ...bothPeriods,
  interval: Type.String({ enum: ["hour", "day"] }),
  currencies: Type.Array(Type.Object({ ...currency, current: points, previous: points })),
  ...pendingOrders,
};

export const topAnswer = {
  ...onePeriod,
  currencies: Type.Array(
    Type.Object({
      ...currency,
      products: Type.Array(
        Type.Object({
          product_id: Type.String(),
          title: nullableText,
          handle: nullableText,
          thumbnail: nullableText,
          orders: count("Orders with the product."),
          quantity: count("Pieces."),
          amount: amount("What they were sold for, with taxes, less discounts."),
        }),
      ),
      countries: Type.Array(
        Type.Object({
          country_code: nullableText,
          orders: count("Orders to the country."),
          amount: amount("The sales of these orders."),
        }),
      ),
    }),
  ),
  ...pendingOrders,
};

const carts = Type.Object({
  created: count("Carts that were created in the period."),
  with_goods: count("Of them, those that had goods."),
  with_address: count("Of those with goods, those that got a shipping address."),
  with_payment: count("Of those with goods, those for which a payment was opened."),
  completed: count("Those that became an order. They count as having taken every step."),
  open: count("With goods, not completed, created within the last 24 hours."),
  abandoned: count("With goods, not completed, created more than 24 hours ago."),
  empty: count("Never had goods."),
});

export const cartsAnswer = {
  ...bothPeriods,
  carts: Type.Object({ current: carts, previous: carts }),
  pending_changes: count("Changes of carts that the figures do not have yet; usually 0."),
};

/** What the four requests answer, in one. */
export const homeAnswer = {
  summary: Type.Object(summaryAnswer),
  series: Type.Object(seriesAnswer),
  top: Type.Object(topAnswer),
  carts: Type.Object(cartsAnswer),
};

const countIfReadable = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `${description} Null for a user who has neither \`analytics:read\` nor the permission to read the area.`,
  });

export const toDoAnswer = {
  to_do: Type.Object({
    orders_to_capture: countIfReadable("Orders with payment_status `awaiting`."),
    orders_to_pack: countIfReadable(
      "Orders with fulfillment_status `not_fulfilled` or `partially_fulfilled`.",
    ),
    orders_to_ship: countIfReadable("Orders with fulfillment_status `fulfilled` or `partially_shipped`."),
    orders_requiring_action: countIfReadable("Orders one of whose statuses is `requires_action`."),
    returns_to_receive: countIfReadable("Returns with status `requested`."),
    returns_requiring_action: countIfReadable("Returns with status `requires_action`."),
    refunds_due: countIfReadable(
      "Returns whose goods were received by a user without `payments:write`: their refund is to be paid.",
    ),
    variants_low_in_stock: countIfReadable("Variants of published products with at most `low_stock` pieces."),
    failed_jobs: countIfReadable("Jobs that failed at every attempt."),
    failing_webhooks: countIfReadable(
      "Webhooks that fail at every attempt, or were switched off because of it.",
    ),
  }),
  ...pendingOrders,
};

export const customerFiguresAnswer = {
  currencies: Type.Array(
    Type.Object({
      ...currency,
      orders: count("Orders of the customer, without canceled ones."),
      sales: amount(
        "Goods, shipping and taxes of these orders less discounts, without gift cards that were sold.",
      ),
      refunds: amount("What was refunded of these orders."),
      exchanges: amount("Payments for swaps of these orders that cost more than what was returned."),
      revenue: amount("`sales` + `exchanges` - `refunds`."),
      first_order_at: Type.String(),
      last_order_at: Type.String(),
    }),
  ),
  ...pendingOrders,
};

export const discountFiguresAnswer = {
  currencies: Type.Array(
    Type.Object({
      ...currency,
      orders: count("Orders with the discount or one of its dynamic codes, without canceled ones."),
      canceled_orders: count("Such orders that were canceled."),
      sales: amount(
        "Goods, shipping and taxes of these orders less discounts, without gift cards that were sold.",
      ),
      discounts: amount("Discounts of these orders, without taxes."),
      refunds: amount("What was refunded of these orders."),
      exchanges: amount("Payments for swaps of these orders that cost more than what was returned."),
      revenue: amount("`sales` + `exchanges` - `refunds`."),
    }),
  ),
  ...pendingOrders,
};
