import { type TSchema, Type } from "typebox";
import { nullableText, optional } from "../../../http/routes.ts";
import { type Comparison, pendingOrders, periodParameters, periodSchema } from "../analytics/index.ts";
import { type Figure, figureNotes, figuresOfPlaces, type RankedKind } from "./report.ts";
import { intervals, type ReportInterval } from "./use-cases/read-sales-report.ts";

const query = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const reportParameters = {
  ...periodParameters,
  currency_code: optional(
    Type.String({
      pattern: "^[A-Za-z]{3}$",
      description: "The currency of the report, such as eur; the shop's own if absent.",
    }),
  ),
  compare: optional(
    Type.Unsafe<Comparison>({
      type: "string",
      enum: ["previous", "year"],
      description: "What the period is compared with: as many days before it (default), or the year before.",
    }),
  ),
};

const regionParameter = {
  region_id: optional(Type.String({ maxLength: 255, description: "Only orders of this region." })),
};

const pageParameters = {
  limit: optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
  offset: optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 })),
};

const order = (values: readonly string[], description: string) =>
  optional(
    Type.String({
      maxLength: 40,
      description: `${description} One of ${values.map((v) => `\`${v}\``).join(", ")}.`,
    }),
  );

export const rankedQuery = ({ figures, by, order: first }: RankedKind) =>
  query({
    ...reportParameters,
    ...regionParameter,
    ...pageParameters,
    q: optional(Type.String({ maxLength: 200, description: "Only rows whose name contains this text." })),
    by: optional(
      Type.Unsafe<string>({
        type: "string",
        enum: Object.keys(by),
        description: `What a row is; \`${Object.keys(by)[0]}\` if absent.`,
      }),
    ),
    order: order(
      [...figures, "name"],
      `What rows are ordered by, with a - before it the largest first; \`-${first}\` if absent.`,
    ),
  });

export const salesQuery = query({
  ...reportParameters,
  ...regionParameter,
  interval: optional(
    Type.Unsafe<ReportInterval>({
      type: "string",
      enum: [...intervals],
      description: "What a row is; `day` if absent. Weeks begin on Monday.",
    }),
  ),
});

export const customersQuery = query({
  ...reportParameters,
  ...pageParameters,
  order: order(["-revenue", "-orders", "-refunds"], "What customers are ordered by, of all their orders."),
});

export const stockQuery = query({
  ...reportParameters,
  ...pageParameters,
  by: optional(
    Type.Unsafe<"location" | "variant">({
      type: "string",
      enum: ["location", "variant"],
      description: "What a row is; `location` if absent.",
    }),
  ),
});

const isCount = (name: string) => /orders|quantity/.test(name);
const figure = (name: Figure) =>
  Type.Integer({
    description: isCount(name)
      ? figureNotes[name]
      : `${figureNotes[name]} In the smallest unit of the currency.`,
  });
const figures = (names: readonly Figure[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, figure(name)])));
const bothFigures = (names: readonly Figure[]) => ({ current: figures(names), compared: figures(names) });

const reportAnswer = {
  timezone: Type.String(),
  period: periodSchema,
  compared_period: periodSchema,
  currency_code: Type.String(),
  currencies: Type.Array(Type.String(), { description: "The currencies that there are reports in." }),
  ...pendingOrders,
};

const pageAnswer = { count: Type.Integer(), offset: Type.Integer(), limit: Type.Integer() };

export const rankedAnswer = ({ figures: names, notAddedUp }: RankedKind) => ({
  ...reportAnswer,
  rows: Type.Array(
    Type.Object({
      id: nullableText,
      name: nullableText,
      thumbnail: nullableText,
      country_code: nullableText,
      rate: Type.Unsafe<number | null>({ type: ["number", "null"], description: "Of a tax, in percent." }),
      region_id: nullableText,
      region_name: nullableText,
      ...bothFigures(names),
    }),
  ),
  totals: Type.Object(bothFigures(names.filter((name) => !notAddedUp.includes(name))), {
    description: "Of all rows. What would count an order twice is left out.",
  }),
  ...pageAnswer,
});

export const salesAnswer = {
  ...reportAnswer,
  interval: Type.String({ enum: [...intervals] }),
  rows: Type.Array(
    Type.Object({
      from: Type.String({ description: "The first day of the row." }),
      to: Type.String({ description: "The last day of the row." }),
      compared_from: Type.String(),
      compared_to: Type.String(),
      ...bothFigures(figuresOfPlaces),
    }),
  ),
  totals: Type.Object(bothFigures(figuresOfPlaces)),
};

const amount = (description: string) =>
  Type.Integer({ description: `${description} In the smallest unit of the currency.` });

const ofCustomer = {
  orders: Type.Integer({ description: "Orders, without canceled ones." }),
  sales: amount("What was bought, with taxes and less discounts, without gift cards."),
  refunds: amount("What was refunded."),
  revenue: amount("`sales` + payments for swaps - `refunds`."),
};

export const customersAnswer = {
  ...reportAnswer,
  rows: Type.Array(
    Type.Object({
      customer_id: Type.String(),
      email: nullableText,
      first_name: nullableText,
      last_name: nullableText,
      has_account: Type.Unsafe<boolean | null>({ type: ["boolean", "null"] }),
      ...ofCustomer,
      exchanges: amount("Payments for swaps that cost more than what was returned."),
      last_order_at: nullableText,
      current: Type.Object(ofCustomer, { description: "In the period." }),
      compared: Type.Object(ofCustomer, { description: "In the period that it is compared with." }),
    }),
    { description: "The customers who bought most, of all their orders. At most 1000; the CSV has all." },
  ),
  ...pageAnswer,
};

const stockFigures = Type.Object({
  variants: Type.Integer({ description: "Variants with pieces in stock." }),
  quantity: Type.Integer({ description: "Pieces in stock, reserved ones included." }),
  value: amount("At the prices of the variants, without price lists."),
  without_price: Type.Integer({ description: "Variants without a price in the currency." }),
  cost: amount("At `metadata.cost` of the variants, which is in the currency of the shop."),
  without_cost: Type.Integer({ description: "Variants without it." }),
});

export const stockAnswer = {
  ...reportAnswer,
  counted_at: nullableText,
  compared_counted_at: nullableText,
  rows: Type.Array(
    Type.Object({
      id: nullableText,
      name: nullableText,
      product_id: nullableText,
      sku: nullableText,
      location_name: nullableText,
      current: stockFigures,
      compared: Type.Union([stockFigures, Type.Null()]),
    }),
    { description: "Locations, or the most valuable variants: at most 1000 of each location." },
  ),
  totals: Type.Object({ current: stockFigures, compared: stockFigures }),
  ...pageAnswer,
};

/** A file that is sent as it is made. */
export const csvAnswer = { 200: Type.String({ description: "CSV with semicolons; amounts are decimal." }) };
