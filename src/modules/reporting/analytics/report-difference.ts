import type { Contribution } from "./contribution.ts";
import type { ReportContribution } from "./report-contribution.ts";
import { rankingUnits, type SumUnit, startOfUnit, sumUnits } from "./sum-units.ts";
import { moment, rolledUp, Tally } from "./tally.ts";

/** What the sums of reports have. Amounts are in the smallest unit of the currency. */
export const reportMeasures = [
  "orders",
  "quantity",
  "sales",
  "net",
  "discounts",
  "shipping",
  "taxes",
  "refunds",
  "exchanges",
  "returned_quantity",
  "returned_sales",
  "returned_taxes",
] as const;

export type ReportMeasure = (typeof reportMeasures)[number];
export type ReportMeasures = Record<ReportMeasure, number>;

/** What is summed up. */
export type ReportSubject = "region" | "country" | "product" | "code" | "tax" | "reason";

export type ReportSumRow = ReportMeasures & {
  subject: ReportSubject;
  unit: string;
  start: string;
  currency_code: string;
  region_id: string;
  key: string;
};

export const customerMeasures = ["orders", "sales", "refunds", "exchanges"] as const;
export type CustomerSumRow = Record<(typeof customerMeasures)[number], number> & {
  currency_code: string;
  customer_id: string;
};

/** Regions are few, so charts by day in every time zone are made of their hours and quarters. */
const unitsOf = (subject: ReportSubject): readonly SumUnit[] =>
  subject === "region" ? [...new Set([...sumUnits, ...rankingUnits])] : ["quarter", ...rankingUnits];

/** A sum and what is added to it. */
type Part = [subject: ReportSubject, key: string, amounts: Partial<ReportMeasures>];

const taxKey = (country: string | null, { rate, name }: { rate: number | null; name: string }) =>
  JSON.stringify([country ?? "", rate, name]);

/** The region and the country of an order. */
const ofPlaces = (
  { country_code }: Contribution["contribution"],
  amounts: Partial<ReportMeasures>,
): Part[] => [
  ["region", "", amounts],
  ["country", country_code ?? "", amounts],
];

/** What an order adds when it was placed. */
function placedParts({ contribution }: Contribution, report: ReportContribution): Part[] {
  const { amounts, products, country_code } = contribution;
  const { sales = 0, discounts = 0, shipping = 0, taxes = 0 } = amounts;
  const { quantity, net, others } = report;
  return [
    ...ofPlaces(contribution, { orders: 1, quantity, sales, net, discounts, shipping, taxes }),
    ...products.map(
      ({ id, amount, ...sold }): Part => ["product", id, { orders: 1, sales: amount, ...sold }],
    ),
    ["product", "", { ...others, orders: others.quantity > 0 ? 1 : 0, sales: others.amount }],
    ...report.by_rate.map((part): Part => ["tax", taxKey(country_code, part), part]),
    ...report.by_code.map(({ id, amount }): Part => ["code", id, { orders: 1, sales, discounts: amount }]),
  ];
}

/** What came back. */
function returnedParts(
  { contribution }: Contribution,
  { product_id, reason_id, quantity, amount, by_rate }: ReportContribution["returns"][number],
): Part[] {
  const back = { returned_quantity: quantity, returned_sales: amount };
  return [
    ...ofPlaces(contribution, back),
    ["product", product_id ?? "", back],
    ["reason", reason_id ?? "", back],
    ...by_rate.map(
      (part): Part => [
        "tax",
        taxKey(contribution.country_code, part),
        { returned_sales: part.net + part.taxes, returned_taxes: part.taxes },
      ],
    ),
  ];
}

/** What is added to the sums of reports, and to those of customers. */
export class ReportTallies {
  private readonly sums = new Map<ReportSubject, Tally<ReportMeasure>>();
  private readonly customers = new Tally(customerMeasures);

  /** An order that was last counted before there were reports has added nothing to them. */
  count(each: Contribution, sign: 1 | -1): void {
    const { report, refunds, exchanges, amounts } = each.contribution;
    if (!report) return;
    const addAt = (at: string, parts: readonly Part[]) => this.addParts({ each, at, sign }, parts);
    addAt(each.placed_at, placedParts(each, report));
    for (const { at, amount } of refunds) addAt(at, ofPlaces(each.contribution, { refunds: amount }));
    for (const { at, amount } of exchanges) addAt(at, ofPlaces(each.contribution, { exchanges: amount }));
    for (const back of report.returns) addAt(back.at, returnedParts(each, back));
    const customer = JSON.stringify([each.currency_code, each.customer_id]);
    this.customers.add(customer, { orders: 1, sales: amounts.sales ?? 0 }, sign);
    for (const { amount } of refunds) this.customers.add(customer, { refunds: amount }, sign);
    for (const { amount } of exchanges) this.customers.add(customer, { exchanges: amount }, sign);
  }

  private addParts(
    { each, at, sign }: { each: Contribution; at: string; sign: 1 | -1 },
    parts: readonly Part[],
  ): void {
    const quarter = startOfUnit("quarter", Date.parse(at));
    const region = each.contribution.report!.region_id;
    for (const [subject, key, amounts] of parts) {
      const tally = this.sums.get(subject) ?? new Tally(reportMeasures);
      this.sums.set(subject, tally);
      tally.add(`${quarter} ${JSON.stringify([each.currency_code, region, key])}`, amounts, sign);
    }
  }

  changedSums(): ReportSumRow[] {
    return [...this.sums].flatMap(([subject, tally]) =>
      rolledUp(tally, reportMeasures, unitsOf(subject)).map(([row, amounts]) => {
        const [unit, start] = row.split(" ", 2) as [string, string];
        const [currency_code, region_id, key] = JSON.parse(row.slice(unit.length + start.length + 2));
        return { subject, unit, start: moment(start), currency_code, region_id, key, ...amounts };
      }),
    );
  }

  changedCustomers(): CustomerSumRow[] {
    return this.customers.changed().map(([row, amounts]) => {
      const [currency_code, customer_id] = JSON.parse(row);
      return { currency_code, customer_id, ...amounts };
    });
  }
}
