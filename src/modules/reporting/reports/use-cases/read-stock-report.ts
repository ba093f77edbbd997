import type { Db } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { exponentOf } from "../../../../kernel/currencies.ts";
import { days } from "../../../../kernel/dates.ts";
import { readCurrencies } from "../../analytics/index.ts";
import {
  countStockValue,
  countStockVariants,
  type LocationValue,
  listStockVariants,
  MOST_VALUABLE,
  readStockValue,
} from "../stock-value-store.ts";
import { askedOf, type ReportQuery } from "./asked-report.ts";
import { PAGE } from "./read-ranked-report.ts";

export interface StockReportQuery extends Omit<ReportQuery, "region_id"> {
  by?: "location" | "variant";
  limit?: number;
  offset?: number;
}

/** A stock of so many variants is counted for every answer. A larger one is counted by the job. */
const FEW_VARIANTS = 20_000;

export const countStock = ({ db }: { db: Db }): Promise<void> =>
  inSideTransaction(db, async (tx) => {
    const currencies = await readCurrencies(tx);
    await countStockValue(
      tx,
      currencies.map((code, index) => ({ code, factor: index === 0 ? 10 ** exponentOf(code) : null })),
    );
  });

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** The day of UTC in which a period ends. */
const lastDay = (ends: number) => dayOf(ends - 1);

async function countIfFew({ db }: { db: Db }, currency: string, now: number): Promise<void> {
  const known = await readStockValue(db, currency, dayOf(now + days(1)));
  const variants = known.reduce((sum, row) => sum + row.variants, 0);
  if (variants <= FEW_VARIANTS) await countStock({ db });
}

const figures = ["variants", "quantity", "value", "without_price", "cost", "without_cost"] as const;
type StockFigures = Record<(typeof figures)[number], number>;

const figuresOf = (found: StockFigures | undefined): StockFigures =>
  Object.fromEntries(figures.map((name) => [name, found?.[name] ?? 0])) as StockFigures;

const totalOf = (rows: readonly StockFigures[]): StockFigures =>
  Object.fromEntries(
    figures.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as StockFigures;

/** What the stock was worth at the end of the period, and at the end of the one that it is compared with. */
export async function readStockReport({ db }: { db: Db }, query: StockReportQuery, now: number) {
  const { periods, filter, shown } = await askedOf({ db }, query, now);
  await countIfFew({ db }, filter.currency, now);
  const [current, compared] = await Promise.all([
    readStockValue(db, filter.currency, lastDay(periods.current.ends)),
    readStockValue(db, filter.currency, lastDay(periods.previous.ends)),
  ]);
  const page = { limit: query.limit ?? PAGE, offset: query.offset ?? 0 };
  const listed =
    query.by === "variant"
      ? await variantRows({ db }, filter.currency, page)
      : locationRows({ current, compared }, page);
  return {
    ...shown,
    counted_at: current[0]?.counted_at.toISOString() ?? null,
    compared_counted_at: compared[0]?.counted_at.toISOString() ?? null,
    ...listed,
    totals: { current: totalOf(current), compared: totalOf(compared) },
    ...page,
  };
}

type Page = { limit: number; offset: number };

function locationRows(
  { current, compared }: { current: readonly LocationValue[]; compared: readonly LocationValue[] },
  { limit, offset }: Page,
) {
  const before = new Map(compared.map((row) => [row.location_id, row]));
  const rows = current.map((row) => ({
    id: row.location_id || null,
    name: row.name,
    product_id: null,
    sku: null,
    location_name: row.name,
    current: figuresOf(row),
    compared: figuresOf(before.get(row.location_id)),
  }));
  return { rows: rows.slice(offset, offset + limit), count: rows.length };
}

/** Of the last count. What single variants were worth before is not kept. */
async function variantRows({ db }: { db: Db }, currency: string, page: Page) {
  const [found, count] = await Promise.all([
    listStockVariants(db, currency, page),
    countStockVariants(db, currency),
  ]);
  const rows = found.map((row) => ({
    id: row.variant_id,
    name: `${row.product_title} · ${row.title}`,
    product_id: row.product_id,
    sku: row.sku,
    location_name: row.location_name,
    current: figuresOf({
      variants: 1,
      quantity: row.quantity,
      value: row.value,
      without_price: 0,
      cost: row.cost ?? 0,
      without_cost: row.cost === null ? 1 : 0,
    }),
    compared: null,
  }));
  return { rows, count };
}

/** The variants of the last count for a file. */
export async function readWholeStock({ db }: { db: Db }, query: StockReportQuery, now: number) {
  const { filter, shown } = await askedOf({ db }, query, now);
  await countIfFew({ db }, filter.currency, now);
  const all = { limit: MOST_VALUABLE * 1000, offset: 0 };
  return { ...shown, rows: await listStockVariants(db, filter.currency, all) };
}
