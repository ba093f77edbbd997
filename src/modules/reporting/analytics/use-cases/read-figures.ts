import type { Db } from "../../../../db/database.ts";
import { hours, minutes } from "../../../../kernel/dates.ts";
import { rounded } from "../../../../kernel/money.ts";
import { type Measures, measures } from "../contribution.ts";
import { readCustomers } from "../customer-counts-store.ts";
import {
  type CartCounts,
  readCartCounts,
  readCurrencies,
  readPoints,
  readSums,
  readTop,
} from "../figures-store.ts";
import {
  boundariesOf,
  type Interval,
  intervalOf,
  type Period,
  type PeriodQuery,
  type Periods,
  periodsOf,
  type Span,
} from "../period.ts";
import { piecesOf, rankingUnits, sumUnits, unitOfBoundaries } from "../sum-units.ts";
import { catchUp } from "./roll-up.ts";

interface Deps {
  db: Db;
}

interface FiguresQuery extends PeriodQuery {
  currency_code?: string;
}

const noMeasures = Object.fromEntries(measures.map((name) => [name, 0])) as Measures;

/** The measures with what follows from them. */
function figuresOf(found: Measures | undefined) {
  const sums = { ...noMeasures };
  for (const name of measures) sums[name] = found?.[name] ?? 0;
  return {
    ...sums,
    revenue: sums.sales + sums.exchanges - sums.refunds,
    average_order: sums.orders === 0 ? null : rounded(sums.sales / sums.orders),
  };
}

export const shownPeriod = ({ from, to, starts, ends }: Period) => ({
  from,
  to,
  starts_at: new Date(starts).toISOString(),
  ends_at: new Date(ends).toISOString(),
});

const shownPeriods = ({ zone, current, previous }: Periods) => ({
  timezone: zone.name,
  period: shownPeriod(current),
  previous_period: shownPeriod(previous),
});

const currencyIn = ({ currency_code }: FiguresQuery): string | null => currency_code?.toLowerCase() ?? null;

/** The currencies of the shop and those that were found, or only the one that was asked for. */
async function shownCurrencies(
  { db }: Deps,
  found: readonly { currency_code: string }[],
  asked: string | null,
): Promise<string[]> {
  if (asked !== null) return [asked];
  const sold = await readCurrencies(db);
  const others = new Set(
    found.map(({ currency_code }) => currency_code).filter((code) => !sold.includes(code)),
  );
  return [...sold, ...[...others].sort()];
}

const sumPieces = (span: Span) => piecesOf(span, sumUnits.slice(1), "quarter");

/** Sales, customers and refunds of a period and of the one before it. */
export async function readSummary({ db }: Deps, query: FiguresQuery, now: number) {
  const periods = periodsOf(query, now);
  const { current, previous } = periods;
  const currency = currencyIn(query);
  const pending = await catchUp({ db }, "orders");
  const spans = { current: sumPieces(current), previous: sumPieces(previous) };
  const [sums, now_, before] = await Promise.all([
    readSums(db, spans, currency),
    readCustomers(db, current),
    readCustomers(db, previous),
  ]);
  const figures = (span: string, code: string) =>
    figuresOf(sums.find((each) => each.span === span && each.currency_code === code));
  const codes = await shownCurrencies({ db }, sums, currency);
  return {
    ...shownPeriods(periods),
    currencies: codes.map((currency_code) => ({
      currency_code,
      current: figures("current", currency_code),
      previous: figures("previous", currency_code),
    })),
    customers: { current: now_, previous: before },
    pending_orders: pending,
  };
}

/** The figures of each day or hour of a period, and of the one before it. */
export async function readSeries({ db }: Deps, query: FiguresQuery & { interval?: Interval }, now: number) {
  const periods = periodsOf(query, now);
  const interval = intervalOf(query.interval, periods.current);
  const currency = currencyIn(query);
  const pending = await catchUp({ db }, "orders");
  const read = async (period: Period) => {
    const boundaries = boundariesOf(periods.zone, period, interval);
    const unit = unitOfBoundaries(boundaries);
    return { starts: boundaries.slice(0, -1), found: await readPoints(db, { unit, boundaries }, currency) };
  };
  // The period before in full: a chart shows how it went on.
  const [current, previous] = await Promise.all([read(periods.current), read(periods.previous)]);
  const codes = await shownCurrencies({ db }, [...current.found, ...previous.found], currency);
  return {
    ...shownPeriods(periods),
    interval,
    currencies: codes.map((currency_code) => ({
      currency_code,
      current: pointsOf(current, currency_code),
      previous: pointsOf(previous, currency_code),
    })),
    pending_orders: pending,
  };
}

function pointsOf(
  { starts, found }: { starts: readonly number[]; found: Awaited<ReturnType<typeof readPoints>> },
  code: string,
) {
  const byPoint = new Map(
    found.filter(({ currency_code }) => currency_code === code).map((each) => [each.point, each]),
  );
  return starts.map((at, point) => {
    const { orders, sales, refunds, exchanges, revenue } = figuresOf(byPoint.get(point));
    return { at: new Date(at).toISOString(), orders, sales, refunds, exchanges, revenue };
  });
}

/** The products and countries with the largest sales of a period, in each currency. */
export async function readBestSellers({ db }: Deps, query: FiguresQuery & { limit?: number }, now: number) {
  const periods = periodsOf(query, now);
  const currency = currencyIn(query);
  const pending = await catchUp({ db }, "orders");
  const parts = piecesOf(periods.current, rankingUnits, "order");
  const { products, countries } = await readTop(db, parts, { currency, limit: query.limit ?? 10 });
  const codes = await shownCurrencies({ db }, countries, currency);
  const { timezone, period } = shownPeriods(periods);
  const of = <Row extends { currency_code: string }>(rows: readonly Row[], code: string) =>
    rows.filter(({ currency_code }) => currency_code === code).map(({ currency_code: _, ...row }) => row);
  return {
    timezone,
    period,
    currencies: codes.map((currency_code) => ({
      currency_code,
      products: of(products, currency_code),
      countries: of(countries, currency_code),
    })),
    pending_orders: pending,
  };
}

/** Everything that a home page shows of a period, by one clock. */
export async function readHome(deps: Deps, query: FiguresQuery & { limit?: number }, now: number) {
  const [summary, series, top, carts] = await Promise.all([
    readSummary(deps, query, now),
    readSeries(deps, query, now),
    readBestSellers(deps, query, now),
    readCarts(deps, query, now),
  ]);
  return { summary, series, top, carts };
}

/** A cart with goods that was not completed for this long counts as abandoned. */
const PATIENCE = hours(24);
const QUARTER = minutes(15);

const noCarts: CartCounts = { created: 0, with_goods: 0, with_address: 0, with_payment: 0, completed: 0 };

/** The carts that were created in a period and in the one before it, and how far they came. */
export async function readCarts({ db }: Deps, query: PeriodQuery, now: number) {
  const periods = periodsOf(query, now);
  const pending = await catchUp({ db }, "carts");
  const settled = Math.floor((now - PATIENCE) / QUARTER) * QUARTER;
  const split = ({ starts, ends }: Span) => ({
    old: sumPieces({ starts, ends: Math.min(ends, Math.max(starts, settled)) }),
    young: sumPieces({ starts: Math.max(starts, Math.min(ends, settled)), ends }),
  });
  const [current, previous] = [split(periods.current), split(periods.previous)];
  const found = await readCartCounts(db, {
    "current old": current.old,
    "current young": current.young,
    "previous old": previous.old,
    "previous young": previous.young,
  });
  const of = (span: string) => found.find((each) => each.span === span) ?? noCarts;
  return {
    ...shownPeriods(periods),
    carts: {
      current: cartFigures(of("current old"), of("current young")),
      previous: cartFigures(of("previous old"), of("previous young")),
    },
    pending_changes: pending,
  };
}

function cartFigures(old: CartCounts, young: CartCounts) {
  const sum = (name: keyof CartCounts) => old[name] + young[name];
  return {
    created: sum("created"),
    with_goods: sum("with_goods"),
    with_address: sum("with_address"),
    with_payment: sum("with_payment"),
    completed: sum("completed"),
    open: young.with_goods - young.completed,
    abandoned: old.with_goods - old.completed,
    empty: sum("created") - sum("with_goods"),
  };
}
