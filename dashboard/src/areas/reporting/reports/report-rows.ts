import type { TFunction } from "i18next";
import { type Figure, type KindName, kindOf } from "./report-kinds.ts";
import { type AnsweredRow, type Figures, PAGE_SIZE } from "./report-queries.ts";
import type { ReportSearch } from "./report-search.ts";

/** A row as the table and the chart show it. */
export interface ReportRow {
  key: string;
  name: string;
  /** Below the name. */
  detail?: string | undefined;
  /** Where its name leads to. */
  target?: { to: "/products/$id" | "/discounts/$id" | "/customers/$id"; id: string } | undefined;
  current: Figures;
  /** The main figure in the period, and in the one that it is compared with. */
  now: number;
  before: number | undefined;
}

interface Words {
  t: TFunction;
  language: string;
}

const TARGETS = {
  products: "/products/$id",
  discounts: "/discounts/$id",
  customers: "/customers/$id",
} as const;

/** With what follows from the figures of a row. */
export function withShares(figures: Figures): Figures {
  const { quantity, returned_quantity, orders, sales } = figures;
  return {
    ...figures,
    // Of the stock, not of sales.
    ...(figures.value !== undefined && quantity !== undefined ? { pieces: quantity } : {}),
    ...(quantity && returned_quantity !== undefined ? { return_rate: returned_quantity / quantity } : {}),
    ...(orders && sales !== undefined ? { average_order: Math.round(sales / orders) } : {}),
  };
}

const customerName = ({ first_name, last_name, email }: AnsweredRow) =>
  [first_name, last_name].filter(Boolean).join(" ") || email || "–";

/** "3 Nov 2026", or "1 – 30 Nov 2026". */
export function daysText({ from, to }: { from: string; to: string }, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  return format.formatRange(new Date(`${from}T12:00:00`), new Date(`${to}T12:00:00`));
}

function nameOf(kind: KindName, row: AnsweredRow, { t, language }: Words): string {
  if (kind === "sales") return daysText({ from: row.from!, to: row.to! }, language);
  if (kind === "customers") return customerName(row);
  const countries = new Intl.DisplayNames(language, { type: "region" });
  const country = row.country_code ? countries.of(row.country_code.toUpperCase()) : t("home.noCountry");
  if (kind === "countries") return country ?? "–";
  if (kind === "taxes") return country ?? "–";
  return row.name ?? t(row.id ? "reports.removed" : `reports.without.${kind as "products"}`);
}

const inStock = ({ sku, location_name }: AnsweredRow) =>
  [sku, location_name].filter(Boolean).join(" · ") || undefined;

function detailOf(kind: KindName, row: AnsweredRow, { t, language }: Words): string | undefined {
  if (kind === "customers") return row.first_name || row.last_name ? (row.email ?? undefined) : undefined;
  if (kind === "stock") return row.sku || row.product_id ? inStock(row) : undefined;
  if (kind !== "taxes") return row.region_name ?? undefined;
  if (row.rate === null || row.rate === undefined) return t("reports.untaxed");
  const rate = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 3 });
  return `${rate.format(row.rate / 100)} ${row.name === "default" ? "" : row.name}`.trim();
}

function targetOf(kind: KindName, row: AnsweredRow, search: ReportSearch): ReportRow["target"] {
  if (row.product_id) return { to: TARGETS.products, id: row.product_id };
  if (row.customer_id) return { to: TARGETS.customers, id: row.customer_id };
  if (!row.id || row.name === null) return undefined;
  if (kind === "discounts") return { to: TARGETS.discounts, id: row.id };
  const isProduct = kind === "products" || (kind === "returns" && search.by !== "reason");
  return isProduct ? { to: TARGETS.products, id: row.id } : undefined;
}

/** The rows of an answer in words. Those on customers are about all their orders; the period is beside it. */
export function rowsOf(
  kind: KindName,
  answered: readonly AnsweredRow[],
  { search, ...words }: Words & { search: ReportSearch },
): ReportRow[] {
  const { main } = kindOf(kind);
  return answered.map((row): ReportRow => {
    const id = row.customer_id ?? row.id;
    return {
      key: [id, row.region_id, row.country_code, row.rate, row.name, row.from, row.location_name].join(" "),
      name: nameOf(kind, row, words),
      detail: detailOf(kind, row, words),
      target: targetOf(kind, row, search),
      current: withShares(kind === "customers" ? (row as Figures) : row.current),
      now: row.current[main] ?? 0,
      before: row.compared ? (row.compared[main] ?? 0) : undefined,
    };
  });
}

/** The server answers all days at once, for the chart: the table orders and divides them. The newest are first. */
export function pageOf(all: readonly ReportRow[], { order, page = 1 }: ReportSearch): ReportRow[] {
  const rows = all.toReversed();
  const figure = order?.replace(/^-/, "") as Figure | undefined;
  const sign = order?.startsWith("-") ? -1 : 1;
  const value = (row: ReportRow) => row.current[figure!] ?? 0;
  const sorted = figure ? rows.toSorted((a, b) => sign * (value(a) - value(b))) : rows;
  return sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}
