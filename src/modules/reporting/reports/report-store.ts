import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import {
  type NamedPieces,
  piecesAsRows,
  type ReportMeasures,
  type ReportSubject,
  reportMeasures,
} from "../analytics/index.ts";
import { derivedFigures } from "./report.ts";

const summed = sql.raw(reportMeasures.map((name) => `sum(${name})::bigint as ${name}`).join(", "));
const pieces = (parameter: string) =>
  sql`json_to_recordset(${parameter}::json) as piece (span text, unit text, starts timestamptz, ends timestamptz)`;

/** Which sums are read. */
export interface SumsFilter {
  currency: string;
  region: string | null;
}

type SpanSums = ReportMeasures & { span: string };

const sumSpans = compiledSql<SumsFilter & { pieces: string }, SpanSums>(
  "report-spans",
  (p) => sql<SpanSums>`
    select piece.span, ${summed} from ${pieces(p.pieces)}
    cross join lateral (select ${summed} from tradewind.analytics_report_sum
      where subject = 'region' and unit = piece.unit and start >= piece.starts and start < piece.ends
        and currency_code = ${p.currency} and (${p.region}::text is null or region_id = ${p.region})
      having count(*) > 0) found
    group by 1`,
);

/** What was sold in each span; those without anything are missing. */
export const readSpans = (on: Connection, spans: NamedPieces, filter: SumsFilter): Promise<SpanSums[]> =>
  sumSpans(on, { pieces: piecesAsRows(spans), ...filter });

/** What a row is about. */
export interface ReportRow extends ReportMeasures {
  key: string;
  region_id: string;
  name: string | null;
  thumbnail: string | null;
  region_name: string | null;
  /** Its place in the report; null for the row that is the sum of all. */
  place: number | null;
  /** Of the sum of all: how many rows there are. */
  found: number;
}

export interface RankedQuery extends SumsFilter {
  pieces: string;
  by: "key" | "region" | "both";
  q: string | null;
  only: string | null;
  sort: string;
  /** 1: the smallest first. */
  direction: 1 | -1;
  limit: number | null;
  offset: number;
  /** Only these rows, as `rowKey` names them. The sum is still of all. */
  keys: string[] | null;
}

export const rowKey = ({ key, region_id }: { key: string; region_id: string }) => `${key} ${region_id}`;

/** SQL: where the name of a row is from. */
const names: Record<ReportSubject, { columns: string; from: string }> = {
  product: {
    columns: "named.title as name, named.thumbnail",
    from: "left join product named on named.id = summed.key",
  },
  code: {
    columns: "named.code as name, null as thumbnail",
    from: "left join discount named on named.id = summed.key",
  },
  reason: {
    columns: "named.label as name, null as thumbnail",
    from: "left join return_reason named on named.id = summed.key",
  },
  region: { columns: "region.name, null as thumbnail", from: "" },
  country: { columns: "nullif(summed.key, '') as name, null as thumbnail", from: "" },
  tax: { columns: "summed.key as name, null as thumbnail", from: "" },
};

/** SQL: the number that rows are ordered by. */
const sortedBy = (sort: string) =>
  sql`case ${sort} ${sql.raw(
    [
      ...reportMeasures.map((name) => `when '${name}' then ${name}`),
      ...Object.entries(derivedFigures).map(([name, value]) => `when '${name}' then ${value}`),
    ].join(" "),
  )} end`;

const someFigure = sql.raw(
  `(${reportMeasures.join(", ")}) is distinct from (${reportMeasures.map(() => "0").join(", ")})`,
);

const measureColumns = sql.raw(reportMeasures.join(", "));

const ranked = (subject: ReportSubject) =>
  compiledSql<RankedQuery, ReportRow>(
    `report-of-${subject}`,
    (p) => sql<ReportRow>`with summed as materialized (
        select case ${p.by} when 'region' then '' else found.key end as key,
          case ${p.by} when 'key' then '' else found.region_id end as region_id, ${summed}
        from ${pieces(p.pieces)}
        cross join lateral (select key, region_id, ${summed} from tradewind.analytics_report_sum
          where subject = ${sql.lit(subject)} and unit = piece.unit and start >= piece.starts and start < piece.ends
            and currency_code = ${p.currency} and (${p.region}::text is null or region_id = ${p.region})
          group by 1, 2) found
        group by 1, 2),
      shown as materialized (
        select summed.*, ${sql.raw(names[subject].columns)}, region.name as region_name
        from summed ${sql.raw(names[subject].from)} left join region on region.id = summed.region_id
        where ${someFigure} and (${p.only}::text is null or ${sortedBy(p.only!)} <> 0)),
      searched as (select * from shown where ${p.q}::text is null or position(lower(${p.q}) in lower(name)) > 0),
      placed as (
        select *, row_number() over (order by
          case when ${p.sort} = 'name' and ${p.direction}::integer > 0 then lower(name) end,
          case when ${p.sort} = 'name' and ${p.direction}::integer < 0 then lower(name) end desc,
          ${sortedBy(p.sort)} * ${p.direction}::integer, sales desc, key, region_id) as place
        from searched)
      select key, region_id, name, thumbnail, region_name, place, 0::bigint as found, ${measureColumns} from placed
      where case when ${p.keys}::text[] is null then place > ${p.offset}::bigint
          and (${p.limit}::bigint is null or place <= ${p.offset}::bigint + ${p.limit}::bigint)
        else key || ' ' || region_id = any(${p.keys}::text[]) end
      union all
      select '', '', null, null, null, null, count(*), ${sql.raw(
        reportMeasures.map((name) => `coalesce(sum(${name}), 0)::bigint`).join(", "),
      )} from searched`,
  );

const statements = Object.fromEntries(
  (Object.keys(names) as ReportSubject[]).map((subject) => [subject, ranked(subject)]),
) as Record<ReportSubject, ReturnType<typeof ranked>>;

/** A part of the rows in order, and the sum of all. */
export async function readRanked(
  on: Connection,
  subject: ReportSubject,
  query: RankedQuery,
): Promise<{ rows: ReportRow[]; sum: ReportRow }> {
  const found = await statements[subject](on, query);
  const rows = found.filter(({ place }) => place !== null);
  return {
    rows: rows.sort((a, b) => a.place! - b.place!),
    sum: found.find(({ place }) => place === null)!,
  };
}
