import { noTally, type Operations, operationCount, type RowError, type Tally } from "./tally.ts";

type Json = Record<string, unknown>;

/** `result.rows`: what the next run has to know, and the figures that v1 does not have. */
export interface Rows {
  count: number;
  done: number;
  /** What was done so far: `result.operations` says what is to be done until the end, as in v1. */
  operations?: Operations;
  /** Of the file that was prepared. */
  sha256: string;
}

/** The result of an import job, of which an earlier run may have written any part. */
interface ImportResult {
  count?: number;
  advancement_count?: number;
  refused_count?: number;
  operations?: Operations;
  errors?: RowError[];
  rows?: Rows;
}

const importResult = (result: Json) => result as ImportResult;

type Stat = (operations: Operations) => { key: string; name: string; message: string };

/** What is to be done, in the figures of v1: `count` are operations, not rows. */
export const preparedResult = (stat: Stat, operations: Operations, rows: Omit<Rows, "done">): Json => ({
  count: operationCount(operations),
  advancement_count: 0,
  progress: 0,
  operations,
  stat_descriptors: [stat(operations)],
  // In v1 these are its own drafts; there are none here.
  files: {},
  rows: { ...rows, done: 0 },
});

/** How far it got. What was prepared is only an estimate. */
export function advancedResult(result: Json, tally: Tally): Json {
  const before = importResult(result);
  const rows = rowsOf(result);
  const done = operationCount(tally.operations);
  const count = Math.max(rows.count, tally.done);
  return {
    count: Math.max(before.count ?? 0, done),
    advancement_count: done,
    progress: count === 0 ? 1 : tally.done / count,
    rows: { ...rows, count, done: tally.done, operations: tally.operations },
    ...refusedResult(tally, { hadErrors: before.errors !== undefined }),
  };
}

/** What was done in the end. */
export function finalResult(stat: Stat, result: Json, tally: Tally): Json {
  const { operations } = tally;
  return {
    ...advancedResult({ ...result, count: 0 }, tally),
    progress: 1,
    operations,
    stat_descriptors: [stat(operations)],
  };
}

/** Errors of an earlier rehearsal must not stay. */
export function refusedResult({ refused, errors }: Tally, { hadErrors }: { hadErrors: boolean }): Json {
  const more = refused - errors.length;
  const note = { message: `${more} more rows were refused`, code: "more_errors" };
  const shown = more > 0 ? [...errors, note] : errors;
  return { refused_count: refused, ...(refused > 0 || hadErrors ? { errors: shown } : {}) };
}

/** Of a job that was prepared by an older version, only rows were counted. */
export function rowsOf(result: Json): Rows {
  const { rows, operations, count = 0, advancement_count: done = 0 } = importResult(result);
  if (rows) return rows;
  return {
    count,
    done,
    ...(operations ? { operations } : {}),
    sha256: "",
  };
}

/** What an earlier run has noted on the job. */
export function tallyFrom(result: Json, names: readonly string[]): Tally {
  const { done, operations } = rowsOf(result);
  if (done === 0) return noTally(names);
  const { errors = [], refused_count: refused = 0 } = importResult(result);
  return {
    done,
    refused,
    operations: operations ?? noTally(names).operations,
    errors: errors.filter(({ row }) => row !== undefined),
  };
}
