import type { TagNotes } from "../../../module/api-notes.ts";

const days =
  "Days are those of the time zone. Every row has its figures and those of the period that it is compared with. Amounts are in one currency; several are never added up.";

const csvOf = (kind: string) =>
  `Returns the report on ${kind} as a file with all rows. Cells that a spreadsheet would run as a formula are escaped.`;

const descriptions = {
  sales: `Returns orders, sales, discounts, taxes, refunds and returned pieces of each day, week or month of a period. ${days}`,
  products: `Returns what was sold of each product in a period, or of each product in each region: orders, pieces, sales, discounts, taxes, and what came back. ${days}`,
  regions: `Returns what was sold in each region. ${days}`,
  countries: `Returns what was sold to each country: that of the shipping address, or of the billing address. ${days}`,
  returns: `Returns the pieces that were received back in a period, by product or by reason, and what they were sold for. ${days}`,
  discounts: `Returns the orders of each discount code, what it took off, and what was sold with it. A dynamic code counts as the discount that it was made from. A code for free shipping takes nothing off. ${days}`,
  taxes: `Returns the taxes of a period by country and rate, with the net amounts, and those of the pieces that came back. ${days}`,
  customers:
    "Returns the customers who bought most of all time in one currency, and what each of them bought in the period. Figures of other currencies are not added.",
  stock:
    "Returns what the stock was worth at the end of the period, by location, or the most valuable variants of each location. A stock of up to 20,000 variants is counted for every answer, a larger one every hour. The comparison is with the last count of an earlier day.",
} as const;

const name = (kind: string) => `${kind[0]!.toUpperCase()}${kind.slice(1)}`;

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Reports",
    description:
      "What was sold, to whom, with which discounts and taxes, and what came back. Tables with a comparison, and CSV.",
    operations: Object.fromEntries(
      Object.entries(descriptions).flatMap(([kind, description]) => [
        [`GET /admin/reports/${kind}`, { id: `getAdminReportOf${name(kind)}`, description }],
        [
          `GET /admin/reports/${kind}/csv`,
          { id: `getAdminReportOf${name(kind)}Csv`, description: csvOf(kind) },
        ],
      ]),
    ),
  },
];
