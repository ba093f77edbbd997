import { type RawBuilder, sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import type { AnswerTable, StoredAnswer } from "../../../http/document-cache/index.ts";
import { LOG_RUN, SERVER_RUN } from "./log-run.ts";

/**
 * SQL: the mark of the log, and what its last deletion has checked. That counts only while the mark is that of the deletion: a restored backup
 * has renewed it.
 */
export const currentRun = sql`
  select ${sql.raw(LOG_RUN)} as run, (${sql.raw(SERVER_RUN)})::text as server,
    (select min(checked::text) filter (where checked_by::xid = xmin)
      from tradewind.change_log_run having count(*) = 1)::pg_snapshot as checked`;

/**
 * Nothing that the answer shows has changed since it was read. The log has all changes of its run; an answer of an earlier run was either
 * deleted with the log, or it was current then.
 */
export const isCurrent = (answer: RawBuilder<unknown>, run: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  (${answer}.run = ${run}.run or split_part(${answer}.run, '@', 2) = ${run}.server
    and coalesce(pg_visible_in_snapshot(${answer}.written, ${run}.checked), false))
  and not exists (select from tradewind.change_log logged
    where logged.subject = any(${answer}.subjects) and logged.xid >= pg_snapshot_xmin(${answer}.snapshot)
      and not pg_visible_in_snapshot(logged.xid, ${answer}.snapshot)))`;

const readAnswers = compiledSql<
  { keys: readonly string[]; now: number },
  { key: string; json: string; etag: string; subjects: string[] }
>(
  "stored-answers",
  (p) => sql`
    with this as materialized (${currentRun})
    select replace(stored.key::text, '-', '') as key, stored.body as json, stored.etag, stored.subjects
    from tradewind.stored_answer stored, this
    where stored.key = any(${p.keys}::uuid[])
      and stored.valid_from <= ${p.now}::double precision and ${p.now}::double precision < stored.valid_until
      and ${isCurrent(sql`stored`, sql`this`)}`,
);

interface Columns {
  keys: readonly string[];
  /** All texts, one after the other, and where each begins and how long it is: an array of texts would have to be quoted. */
  texts: Buffer;
  starts: readonly number[];
  lengths: readonly number[];
  etags: readonly string[];
  /** Arrays as JSON: those of PostgreSQL would all have to be of one length. */
  subjects: readonly string[];
  runs: readonly string[];
  snapshots: readonly string[];
  from: readonly number[];
  until: readonly number[];
}

// In the order of the keys, so that two processes that write the same ones do not wait for each other in a circle.
const writeAnswers = compiledReturningWrite<Columns, object>(
  "stored-answers-write",
  { inserts: ["tradewind.stored_answer"], updates: ["tradewind.stored_answer"] },
  (p) => sql`
    insert into tradewind.stored_answer (key, body, etag, subjects, run, snapshot, valid_from, valid_until)
    select key, convert_from(substring(${p.texts}::bytea from start for bytes), 'UTF8'), etag, array(select jsonb_array_elements_text(subjects)), run, snapshot,
      valid_from, valid_until
    from unnest(${p.keys}::uuid[], ${p.starts}::int[], ${p.lengths}::int[], ${p.etags}::text[], ${p.subjects}::jsonb[], ${p.runs}::text[],
      ${p.snapshots}::pg_snapshot[], ${p.from}::double precision[], ${p.until}::double precision[])
      as made (key, start, bytes, etag, subjects, run, snapshot, valid_from, valid_until)
    order by key
    on conflict (key) do update set (body, etag, subjects, run, snapshot, valid_from, valid_until, written) =
      (excluded.body, excluded.etag, excluded.subjects, excluded.run, excluded.snapshot, excluded.valid_from, excluded.valid_until,
        excluded.written)`,
);

// What a row takes beside its text.
const ROW_BYTES = 400;

const trimAnswers = compiledReturningWrite<{ bytes: number }, object>(
  "stored-answers-trim",
  { deletes: ["tradewind.stored_answer"] },
  (p) => sql`
    delete from tradewind.stored_answer where key in (
      select key from (
        select key, sum(pg_column_size(body) + ${sql.lit(ROW_BYTES)}) over (order by written desc, key) as used
        from tradewind.stored_answer) sized
      where used > ${p.bytes}::double precision)`,
);

function columnsOf(answers: readonly StoredAnswer[]): Columns {
  const lengths = answers.map(({ json }) => json.length);
  let start = 1;
  const starts = lengths.map((length) => {
    start += length;
    return start - length;
  });
  return {
    keys: answers.map(({ key }) => key),
    texts: Buffer.concat(answers.map(({ json }) => json)),
    starts,
    lengths,
    etags: answers.map(({ etag }) => etag),
    subjects: answers.map(({ subjects }) => JSON.stringify(subjects)),
    runs: answers.map(({ at }) => at.run),
    snapshots: answers.map(({ at }) => at.snapshot),
    from: answers.map(({ at }) => at.from),
    until: answers.map(({ at }) => at.until),
  };
}

export const storedAnswers = (db: Connection): AnswerTable => ({
  read: (keys, now) => readAnswers(db, { keys, now }),
  write: async (answers) => {
    const latest = new Map(answers.map((answer) => [answer.key, answer]));
    await writeAnswers(db, columnsOf([...latest.values()]));
  },
  trim: async (bytes) => {
    await trimAnswers(db, { bytes });
  },
});
