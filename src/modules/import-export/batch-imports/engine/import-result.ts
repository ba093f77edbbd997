import { intermediateFiles } from "../../v1-shapes.ts";
import {
  type ImportProgress,
  noProgress,
  type Operations,
  operationCount,
  type RowError,
} from "./importer.ts";

type Json = Record<string, unknown>;

/** `result.rows`: the state for the next run, and numbers that v1 does not have. */
export interface RowCounts {
  count: number;
  done: number;
  /** The operations so far. As in v1, `result.operations` are the planned ones until the import has completed. */
  operations?: Operations;
  /** The hash of the prepared file. */
  sha256: string;
}

/** The result of an import job, of which an earlier run may have written any part. */
interface ImportResult {
  count?: number;
  advancement_count?: number;
  refused_count?: number;
  operations?: Operations;
  errors?: RowError[];
  rows?: RowCounts;
}

const importResult = (result: Json) => result as ImportResult;

type Stat = (operations: Operations) => { key: string; name: string; message: string };

/** The planned operations. As in v1 `count` is the number of operations, not of rows. */
export const preparedResult = (stat: Stat, operations: Operations, rows: Omit<RowCounts, "done">): Json => ({
  count: operationCount(operations),
  advancement_count: 0,
  progress: 0,
  operations,
  stat_descriptors: [stat(operations)],
  files: intermediateFiles,
  rows: { ...rows, done: 0 },
});

/** The progress. The prepared numbers are only an estimate. */
export function advancedResult(result: Json, progress: ImportProgress): Json {
  const before = importResult(result);
  const rows = rowsOf(result);
  const done = operationCount(progress.operations);
  const count = Math.max(rows.count, progress.done);
  return {
    count: Math.max(before.count ?? 0, done),
    advancement_count: done,
    progress: count === 0 ? 1 : progress.done / count,
    rows: { ...rows, count, done: progress.done, operations: progress.operations },
    ...refusedResult(progress, { hadErrors: before.errors !== undefined }),
  };
}

export function finalResult(stat: Stat, result: Json, progress: ImportProgress): Json {
  const { operations } = progress;
  return {
    ...advancedResult({ ...result, count: 0 }, progress),
    progress: 1,
    operations,
    stat_descriptors: [stat(operations)],
  };
}

/** Replaces the errors of an earlier simulation. */
export function refusedResult(
  { refused, errors }: ImportProgress,
  { hadErrors }: { hadErrors: boolean },
): Json {
  const more = refused - errors.length;
  const note = { message: `${more} more rows were refused`, code: "more_errors" };
  const shown = more > 0 ? [...errors, note] : errors;
  return { refused_count: refused, ...(refused > 0 || hadErrors ? { errors: shown } : {}) };
}

/** A job that an older version prepared has no `rows`: its counts are rows. */
export function rowsOf(result: Json): RowCounts {
  const { rows, operations, count = 0, advancement_count: done = 0 } = importResult(result);
  if (rows) return rows;
  return {
    count,
    done,
    ...(operations ? { operations } : {}),
    sha256: "",
  };
}

/** The progress that an earlier run has saved. */
export function progressFrom(result: Json, names: readonly string[]): ImportProgress {
  const { done, operations } = rowsOf(result);
  if (done === 0) return noProgress(names);
  const { errors = [], refused_count: refused = 0 } = importResult(result);
  return {
    done,
    refused,
    operations: operations ?? noProgress(names).operations,
    errors: errors.filter(({ row }) => row !== undefined),
  };
}
