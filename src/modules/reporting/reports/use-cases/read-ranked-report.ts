import type { Db } from "../../../../db/database.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { piecesAsRows, type ReportMeasures, reportMeasures, type Span } from "../../analytics/index.ts";
import { type Figure, figuresOf, type RankedKind, taxOf } from "../report.ts";
import { type RankedQuery, type ReportRow, readRanked, rowKey } from "../report-store.ts";
import { type Asked, askedOf, type ReportQuery, rankedPieces } from "./asked-report.ts";

export interface RankedReportQuery extends ReportQuery {
  by?: string;
  q?: string;
  order?: string;
  limit?: number;
  offset?: number;
}

export const PAGE = 50;

const nothing = Object.fromEntries(reportMeasures.map((name) => [name, 0])) as ReportMeasures;

/** `-sales`: by sales, the largest first. */
function orderOf(kind: RankedKind, order: string): Pick<RankedQuery, "sort" | "direction"> {
  const sort = order.replace(/^-/, "");
  const allowed = [...kind.figures, "name"];
  if (!allowed.includes(sort))
    throw invalid(`order: "${order}" is none of ${allowed.join(", ")}, each with or without a - before it`);
  return { sort, direction: order.startsWith("-") ? -1 : 1 };
}

/** What the row is about. */
function aboutOf(kind: RankedKind, row: ReportRow) {
  const { key, region_id, name, thumbnail, region_name } = row;
  const region = { region_id: region_id || null, region_name };
  if (kind.name === "taxes")
    return { id: null, thumbnail, ...taxOf(key), region_id: null, region_name: null };
  return {
    id: (kind.name === "regions" ? region_id : key) || null,
    name,
    thumbnail,
    country_code: kind.name === "countries" ? key || null : null,
    rate: null,
    ...region,
  };
}

/** All of a report, or one page of it. */
async function readRows(
  { db }: { db: Db },
  { kind, query, asked }: { kind: RankedKind; query: RankedReportQuery; asked: Asked },
  page: { limit: number | null; offset: number },
) {
  const by = query.by ?? Object.keys(kind.by)[0]!;
  const grouping = kind.by[by];
  if (!grouping) throw invalid(`by: "${by}" is none of ${Object.keys(kind.by).join(", ")}`);
  const common = {
    ...asked.filter,
    by: grouping.rows,
    q: query.q?.trim() || null,
    only: kind.only ?? null,
    ...orderOf(kind, query.order ?? `-${kind.order}`),
  };
  const of = (span: Span) => ({ ...common, pieces: piecesAsRows({ current: rankedPieces(span) }) });
  const current = await readRanked(db, grouping.subject, {
    ...of(asked.periods.current),
    ...page,
    keys: null,
  });
  const compared = await readRanked(db, grouping.subject, {
    ...of(asked.periods.previous),
    only: null,
    limit: null,
    offset: 0,
    keys: current.rows.map(rowKey),
  });
  return { current, compared };
}

/** One page of a report, with what each row was in the period that it is compared with. */
export async function readRankedReport(
  { db, kind }: { db: Db; kind: RankedKind },
  query: RankedReportQuery,
  now: number,
) {
  const asked = await askedOf({ db }, query, now);
  const page = { limit: query.limit ?? PAGE, offset: query.offset ?? 0 };
  return { ...asked.shown, ...(await reportOf({ db, kind }, { query, asked, page })), ...page };
}

/** The same for all rows. */
export async function readWholeReport(
  { db, kind }: { db: Db; kind: RankedKind },
  query: RankedReportQuery,
  now: number,
) {
  const asked = await askedOf({ db }, query, now);
  const page = { limit: null, offset: 0 };
  return { ...asked.shown, ...(await reportOf({ db, kind }, { query, asked, page })) };
}

async function reportOf(
  { db, kind }: { db: Db; kind: RankedKind },
  {
    query,
    asked,
    page,
  }: { query: RankedReportQuery; asked: Asked; page: { limit: number | null; offset: number } },
) {
  const { current, compared } = await readRows({ db }, { kind, query, asked }, page);
  const before = new Map(compared.rows.map((row) => [rowKey(row), row]));
  const added: Figure[] = kind.figures.filter((name) => !kind.notAddedUp.includes(name));
  return {
    rows: current.rows.map((row) => ({
      ...aboutOf(kind, row),
      current: figuresOf(row, kind.figures),
      compared: figuresOf(before.get(rowKey(row)) ?? nothing, kind.figures),
    })),
    totals: { current: figuresOf(current.sum, added), compared: figuresOf(compared.sum, added) },
    count: current.sum.found,
  };
}
