import type { Connection, Sql, Tx } from "../../../db/database.ts";
import { isRecord } from "../../../kernel/json.ts";
import { redacted } from "../../../kernel/redacted.ts";
import { type Subject, withoutTexts } from "./personal-data.ts";

/** Rows of a log that are about a person, found by ids and emails in their texts. */
interface PersonalLog {
  /** A name for the export. */
  name: string;
  table: string;
  key: string;
  /** JSON columns: ids, numbers and times stay in them. */
  json: readonly string[];
  /** Text columns: they are emptied. */
  texts?: readonly string[];
  /** On `row`, with $1 customers, $2 emails, $3 ids. */
  where: string;
}

/** Whether a text contains an id or an email of the person. Ids are looked up in a hash, not one by one. */
const mentions = (text: string) => `(exists (
    select from regexp_matches(${text}, '[a-z_]+_[0-9A-Z]{26}', 'g') found (match)
    join unnest($3::text[]) known (id) on known.id = found.match[1])
  or exists (select from unnest($2::text[]) known (email) where strpos(lower(${text}), known.email) > 0))`;

const ABOUT = `(row.entity_id = any($3) or row.customer_id = any($1)
  or row.name = 'order-update-token.created' and ${mentions("row.data::text")})`;
const EVENTS = `select row.seq from tradewind.event row where ${ABOUT}`;

const LOGS: readonly PersonalLog[] = [
  { name: "events", table: "tradewind.event", key: "seq", json: ["data"], where: ABOUT },
  {
    name: "webhook_deliveries",
    table: "tradewind.webhook_delivery",
    key: "id",
    json: [],
    texts: ["response_body", "error"],
    where: `row.event_seq in (${EVENTS})`,
  },
  {
    name: "parked_events",
    table: "tradewind.event_parked",
    key: "seq",
    json: [],
    texts: ["last_error"],
    where: `row.seq in (${EVENTS})`,
  },
  {
    name: "audit_log",
    table: "tradewind.audit_entry",
    key: "id",
    // With the fields that the shop has added to customers and orders.
    json: ["body", "before", "after"],
    where: mentions("concat(row.path, row.body, row.before, row.after)"),
  },
  {
    name: "batch_jobs",
    table: "batch_job",
    key: "id",
    json: ["context", "result"],
    where: mentions("coalesce(row.context::text, '') || coalesce(row.result::text, '')"),
  },
];

const valuesOf = ({ customers, emails, ids }: Subject) => [customers, emails, ids];
// PostgreSQL must know the types of the parameters, also where a condition does not use them.
const parameters = "$1::text[] is not null and $2::text[] is not null and $3::text[] is not null";

type LogRow = Record<string, unknown>;

const rowsOf = (
  on: Connection,
  { table, where }: PersonalLog,
  subject: Subject,
): Promise<{ row: LogRow }[]> =>
  on.run<{ row: LogRow }>({
    text: `select to_jsonb(row) as row from ${table} row where ${parameters} and (${where})`,
    values: valuesOf(subject),
  });

/** The entries of all logs about the person, by log. */
export async function listLogs(on: Connection, subject: Subject): Promise<Record<string, LogRow[]>> {
  const logs: Record<string, LogRow[]> = {};
  for (const log of LOGS)
    logs[log.name] = (await rowsOf(on, log, subject)).map(({ row }) => withoutSecrets(row, log));
  return logs;
}

/** An event of a plugin may have some. */
const withoutSecrets = (row: LogRow, { json }: PersonalLog): LogRow => ({
  ...row,
  ...Object.fromEntries(
    json.map((column) => [column, isRecord(row[column]) ? redacted(row[column]) : row[column]]),
  ),
});

/** Erases what the logs say about the person. The events have to be last: others are found by them. */
export async function eraseLogs(tx: Tx, subject: Subject): Promise<void> {
  for (const log of [...LOGS].reverse()) await eraseLog(tx, log, subject);
  for (const statement of OTHERS) await tx.run({ ...statement, values: valuesOf(subject) });
}

async function eraseLog(tx: Tx, log: PersonalLog, subject: Subject): Promise<void> {
  const { table, key, json, texts = [] } = log;
  const rows = await rowsOf(tx, log, subject);
  if (rows.length === 0) return;
  const erased = rows.map(({ row }) => ({
    key: String(row[key]),
    json: Object.fromEntries(json.map((column) => [column, withoutTexts(row[column])])),
  }));
  const changes = [
    ...json.map((column) => `${column} = nullif(erased.json -> '${column}', 'null')`),
    ...texts.map((column) => `${column} = null`),
  ];
  await tx.run({
    text: `update ${table} row set ${changes.join(", ")}
      from jsonb_to_recordset($1::jsonb) as erased (key text, json jsonb) where row.${key}::text = erased.key`,
    values: [JSON.stringify(erased)],
    writes: { updates: [table] },
  } as Sql);
}

const other = (text: string): Omit<Sql, "values"> => ({ text });

/** Answers that wait for a repetition, errors, and tables that only v1 wrote. */
const OTHERS = [
  other(`update tradewind.idempotency row set body = '{}', headers = null
    where ${parameters} and row.state = 'finished' and (row.scope = any($1) or ${mentions("coalesce(row.body, '')")})`),
  other(`update tradewind.event_cursor row set last_error = null
    where ${parameters} and ${mentions("coalesce(row.last_error, '')")}`),
  other(`delete from tradewind.rate_limit row where ${parameters} and ${mentions("row.key")}`),
  other(`update graphile_worker._private_jobs row set last_error = null
    where ${parameters} and ${mentions("coalesce(row.last_error, '') || coalesce(row.payload::text, '')")}`),
  other(`delete from staged_job row where ${parameters} and ${mentions("row.data::text")}`),
  other(`delete from idempotency_key row where ${parameters}
    and ${mentions("coalesce(row.request_params::text, '') || coalesce(row.response_body::text, '')")}`),
];

/** The files of exports that may contain the person. */
export async function listExportFiles(on: Connection): Promise<{ jobId: string; fileKey: string }[]> {
  return on.run<{ jobId: string; fileKey: string }>({
    text: `select id as "jobId", result ->> 'file_key' as "fileKey" from batch_job
      where type in ('order-export', 'customer-export') and result ->> 'file_key' is not null order by id`,
    values: [],
  });
}

/** Called after the file is deleted: an interrupted erasure finds it again by its job. */
export async function forgetExportFile(tx: Tx, jobId: string): Promise<void> {
  await tx.run({
    text: "update batch_job set result = result - 'file_key' - 'file_size' where id = $1",
    values: [jobId],
    writes: { updates: ["batch_job"] },
  } as Sql);
}
