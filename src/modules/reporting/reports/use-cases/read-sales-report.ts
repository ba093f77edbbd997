import type { Db } from "../../../../db/database.ts";
import {
  comparedDay,
  type Day,
  dayAfter,
  type Period,
  type Periods,
  type ReportMeasures,
  reportMeasures,
} from "../../analytics/index.ts";
import { figuresOf, figuresOfPlaces } from "../report.ts";
import { readSpans } from "../report-store.ts";
import { askedOf, type ReportQuery, spanPieces } from "./asked-report.ts";

export const intervals = ["day", "week", "month"] as const;
export type ReportInterval = (typeof intervals)[number];

const nothing = Object.fromEntries(reportMeasures.map((name) => [name, 0])) as ReportMeasures;

const isMonday = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;

const begins: Record<ReportInterval, (day: Day) => boolean> = {
  day: () => true,
  week: isMonday,
  month: (day) => day.endsWith("-01"),
};

/** The first day of each row, and the day after the last one. The first and the last row may be shorter than the others. */
export function firstDaysOf({ from, to }: Pick<Period, "from" | "to">, interval: ReportInterval): Day[] {
  const found = [from];
  for (let day = dayAfter(from); day <= to; day = dayAfter(day)) if (begins[interval](day)) found.push(day);
  return [...found, dayAfter(to)];
}

/** The rows of a period as spans; none goes on after its end. */
function spansOf({ zone }: Periods, days: readonly Day[], { ends }: Period) {
  const moments = days.map((day) => Math.min(zone.startOf(day), ends));
  return moments.slice(1).map((end, index) => spanPieces({ starts: moments[index]!, ends: end }));
}

/** What was sold in each day, week or month of a period. */
export async function readSalesReport(
  { db }: { db: Db },
  query: ReportQuery & { interval?: ReportInterval },
  now: number,
) {
  const { periods, filter, shown } = await askedOf({ db }, query, now);
  const interval = query.interval ?? "day";
  const days = firstDaysOf(periods.current, interval);
  const before = comparedDay(periods.current, query.compare ?? "previous");
  const earlier = [...days.slice(0, -1).map(before), dayAfter(before(periods.current.to))];
  const read = async (spans: ReturnType<typeof spansOf>) => {
    const found = await readSpans(db, Object.fromEntries(spans.entries()), filter);
    return new Map(found.map((sums) => [Number(sums.span), sums]));
  };
  const [current, compared] = await Promise.all([
    read(spansOf(periods, days, periods.current)),
    read(spansOf(periods, earlier, periods.previous)),
  ]);
  const total = (found: ReadonlyMap<number, ReportMeasures>) =>
    figuresOf([...found.values()].reduce(added, nothing), figuresOfPlaces);
  return {
    ...shown,
    interval,
    rows: days.slice(0, -1).map((from, row) => ({
      from,
      to: dayAfter(days[row + 1]!, -1),
      compared_from: earlier[row]!,
      compared_to: dayAfter(earlier[row + 1]!, -1),
      current: figuresOf(current.get(row) ?? nothing, figuresOfPlaces),
      compared: figuresOf(compared.get(row) ?? nothing, figuresOfPlaces),
    })),
    totals: { current: total(current), compared: total(compared) },
  };
}

const added = (sum: ReportMeasures, each: ReportMeasures): ReportMeasures =>
  Object.fromEntries(reportMeasures.map((name) => [name, sum[name] + each[name]])) as ReportMeasures;
