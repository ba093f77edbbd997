import type { Db } from "../../../../db/database.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import {
  type Comparison,
  catchUp,
  type PeriodQuery,
  type Periods,
  periodsOf,
  piecesOf,
  readCurrencies,
  type Span,
  shownPeriod,
} from "../../analytics/index.ts";
import type { SumsFilter } from "../report-store.ts";

export interface ReportQuery extends PeriodQuery {
  currency_code?: string;
  region_id?: string;
  compare?: Comparison;
}

/** What every report of a period begins with. */
export interface Asked {
  periods: Periods;
  filter: SumsFilter;
  /** What every answer has. */
  shown: {
    timezone: string;
    period: ReturnType<typeof shownPeriod>;
    compared_period: ReturnType<typeof shownPeriod>;
    currency_code: string;
    currencies: string[];
    pending_orders: number;
  };
}

/** Reads the query, and counts what has changed. A report is in one currency: the shop's own, if none is sent. */
export async function askedOf({ db }: { db: Db }, query: ReportQuery, now: number): Promise<Asked> {
  const periods = periodsOf(query, now, query.compare);
  const pending = await catchUp({ db }, "orders");
  const currencies = await readCurrencies(db);
  const currency = query.currency_code?.toLowerCase() ?? currencies[0];
  if (currency === undefined) throw invalid("currency_code: is missing; the shop has no currency of its own");
  return {
    periods,
    filter: { currency, region: query.region_id ?? null },
    shown: {
      timezone: periods.zone.name,
      period: shownPeriod(periods.current),
      compared_period: shownPeriod(periods.previous),
      currency_code: currency,
      currencies: currencies.includes(currency) ? currencies : [...currencies, currency],
      pending_orders: pending,
    },
  };
}

/** Whole months, weeks and days of UTC, and quarters of an hour at both ends. */
export const rankedPieces = (span: Span) => piecesOf(span, ["day", "week", "month"], "quarter");

/** The same with hours: only the sums of regions have them. */
export const spanPieces = (span: Span) => piecesOf(span, ["hour", "day", "week", "month"], "quarter");
