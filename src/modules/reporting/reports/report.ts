import type { ReportMeasure, ReportMeasures, ReportSubject } from "../analytics/index.ts";

/** What reports show: what is summed up, and what follows from it. */
export const figureNotes = {
  orders: "Orders that were placed in the period, without canceled ones.",
  quantity: "Pieces that were sold, without gift cards.",
  sales: "What was sold, with taxes and less discounts.",
  net: "The same without taxes. An amount with two rates counts at each of them.",
  discounts: "Discounts, without taxes.",
  shipping: "Shipping, without taxes.",
  taxes: "Taxes of the orders.",
  refunds: "Refunds that were made in the period.",
  exchanges: "Payments that were made in the period for swaps that cost more than what was returned.",
  revenue: "`sales` + `exchanges` - `refunds`.",
  returned_quantity: "Pieces that were received back in the period, whenever they were sold.",
  returned_sales: "What these pieces were sold for, with taxes and less discounts.",
  returned_net: "The same without taxes.",
  returned_taxes: "The taxes of these pieces.",
  taxes_due: "`taxes` - `returned_taxes`.",
} as const;

export type Figure = keyof typeof figureNotes;
export type Figures = Partial<Record<Figure, number>>;

/** SQL: the figures that are no column of the sums. */
export const derivedFigures: Partial<Record<Figure, string>> = {
  revenue: "sales + exchanges - refunds",
  returned_net: "returned_sales - returned_taxes",
  taxes_due: "taxes - returned_taxes",
};

/** A report with a row for each product, region, code, … */
export interface RankedKind {
  name: "products" | "regions" | "countries" | "returns" | "discounts" | "taxes";
  figures: readonly Figure[];
  /** What `by` may be, and the sums it is read from. The first is the default. */
  by: Readonly<Record<string, Grouping>>;
  /** The figure that rows are ordered by, the largest first. */
  order: Figure;
  /** Only rows with this figure. */
  only?: ReportMeasure;
  /** An order with two rows counts in both: adding these up over the rows would count it twice. */
  notAddedUp: readonly Figure[];
}

interface Grouping {
  subject: ReportSubject;
  /** Whether rows are divided by key, by region, or by both. */
  rows: "key" | "region" | "both";
}

/** What is known of a region, a country, and of all orders of a day. */
export const figuresOfPlaces: readonly Figure[] = [
  "orders",
  "quantity",
  "sales",
  "net",
  "discounts",
  "shipping",
  "taxes",
  "refunds",
  "exchanges",
  "revenue",
  "returned_quantity",
  "returned_sales",
];

export const rankedKinds: readonly RankedKind[] = [
  {
    name: "products",
    figures: ["orders", "quantity", "sales", "discounts", "taxes", "returned_quantity", "returned_sales"],
    by: {
      product: { subject: "product", rows: "key" },
      product_and_region: { subject: "product", rows: "both" },
    },
    order: "sales",
    notAddedUp: ["orders"],
  },
  {
    name: "regions",
    figures: figuresOfPlaces,
    by: { region: { subject: "region", rows: "region" } },
    order: "revenue",
    notAddedUp: [],
  },
  {
    name: "countries",
    figures: figuresOfPlaces,
    by: { country: { subject: "country", rows: "key" } },
    order: "revenue",
    notAddedUp: [],
  },
  {
    name: "returns",
    figures: ["quantity", "returned_quantity", "returned_sales"],
    by: {
      product: { subject: "product", rows: "key" },
      reason: { subject: "reason", rows: "key" },
    },
    order: "returned_quantity",
    only: "returned_quantity",
    // The pieces that were sold of other products would be missing.
    notAddedUp: ["quantity"],
  },
  {
    name: "discounts",
    figures: ["orders", "discounts", "sales"],
    by: { code: { subject: "code", rows: "key" } },
    order: "discounts",
    notAddedUp: ["orders", "sales"],
  },
  {
    name: "taxes",
    figures: ["net", "taxes", "returned_net", "returned_taxes", "taxes_due"],
    by: { rate: { subject: "tax", rows: "key" } },
    order: "taxes",
    notAddedUp: ["net", "returned_net"],
  },
];

/** The figures of a report, of sums. */
export function figuresOf(sums: ReportMeasures, names: readonly Figure[]): Figures {
  const all: Record<Figure, number> = {
    ...sums,
    revenue: sums.sales + sums.exchanges - sums.refunds,
    returned_net: sums.returned_sales - sums.returned_taxes,
    taxes_due: sums.taxes - sums.returned_taxes,
  };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** What the key of a sum by tax says. */
export function taxOf(key: string): { country_code: string | null; rate: number | null; name: string } {
  const [country, rate, name] = JSON.parse(key) as [string, number | null, string];
  return { country_code: country || null, rate, name };
}
