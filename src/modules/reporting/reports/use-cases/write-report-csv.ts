import type { Db } from "../../../../db/database.ts";
import { figuresOfPlaces, type RankedKind } from "../report.ts";
import type { ReportQuery } from "./asked-report.ts";
import { type CustomerReportQuery, eachCustomer, type ShownCustomer } from "./read-customer-report.ts";
import { type RankedReportQuery, readWholeReport } from "./read-ranked-report.ts";
import { type ReportInterval, readSalesReport } from "./read-sales-report.ts";
import { readWholeStock, type StockReportQuery } from "./read-stock-report.ts";
import { amountCell, figureCells, figureColumns } from "./send-csv.ts";

/** Rows of a file: the head first. */
type Rows = unknown[][];

const SOME = 1000;

function* inParts(head: unknown[], rows: Rows): Generator<Rows> {
  yield [head];
  for (let start = 0; start < rows.length; start += SOME) yield rows.slice(start, start + SOME);
}

const fileName = (kind: string, { from, to }: { from: string; to: string }, currency: string) =>
  `${kind}-${from}-${to}-${currency}`;

/** All rows of a report with their names. */
export async function rankedCsv(
  { db, kind }: { db: Db; kind: RankedKind },
  query: RankedReportQuery,
  now: number,
) {
  const { rows, period, currency_code: currency } = await readWholeReport({ db, kind }, query, now);
  const head = ["id", "name", "country", "rate", "region", "currency", ...figureColumns(kind.figures)];
  const lines = rows.map((row) => [
    row.id,
    row.name,
    row.country_code,
    row.rate,
    row.region_name,
    currency,
    ...figureCells(kind.figures, row.current, currency),
    ...figureCells(kind.figures, row.compared, currency),
  ]);
  return { name: fileName(kind.name, period, currency), rows: inParts(head, lines) };
}

export async function salesCsv(
  { db }: { db: Db },
  query: ReportQuery & { interval?: ReportInterval },
  now: number,
) {
  const { rows, period, currency_code: currency } = await readSalesReport({ db }, query, now);
  const head = ["from", "to", "compared_from", "compared_to", "currency", ...figureColumns(figuresOfPlaces)];
  const lines = rows.map(({ from, to, compared_from, compared_to, current, compared }) => [
    from,
    to,
    compared_from,
    compared_to,
    currency,
    ...figureCells(figuresOfPlaces, current, currency),
    ...figureCells(figuresOfPlaces, compared, currency),
  ]);
  return { name: fileName("sales", period, currency), rows: inParts(head, lines) };
}

const customerFigures = ["orders", "sales", "refunds", "revenue"];

const customerLine = (row: ShownCustomer, currency: string) => [
  row.customer_id,
  row.email,
  row.first_name,
  row.last_name,
  currency,
  row.last_order_at,
  ...figureCells(customerFigures, row, currency),
  ...figureCells(customerFigures, row.current, currency),
  ...figureCells(customerFigures, row.compared, currency),
];

/** Every customer with orders, read while the file is sent. */
export async function customersCsv({ db }: { db: Db }, query: CustomerReportQuery, now: number) {
  const { asked, parts } = await eachCustomer({ db }, query, now);
  const { period, currency_code: currency } = asked.shown;
  const inPeriods = ["in_period", "compared"].flatMap((of) => customerFigures.map((name) => `${name}_${of}`));
  const head = ["id", "email", "first_name", "last_name", "currency", "last_order_at", ...customerFigures];
  async function* rows(): AsyncGenerator<Rows> {
    yield [[...head, ...inPeriods]];
    for await (const some of parts) yield some.map((row) => customerLine(row, currency));
  }
  return { name: fileName("customers", period, currency), rows: rows() };
}

/** The most valuable variants of each location. */
export async function stockCsv({ db }: { db: Db }, query: StockReportQuery, now: number) {
  const { rows, period, currency_code: currency } = await readWholeStock({ db }, query, now);
  const head = [
    "variant_id",
    "product",
    "variant",
    "sku",
    "location",
    "currency",
    "quantity",
    "value",
    "cost",
  ];
  const lines = rows.map((row) => [
    row.variant_id,
    row.product_title,
    row.title,
    row.sku,
    row.location_name,
    currency,
    row.quantity,
    amountCell(row.value, currency),
    amountCell(row.cost, currency),
  ]);
  return { name: `stock-${period.to}-${currency}`, rows: inParts(head, lines) };
}
