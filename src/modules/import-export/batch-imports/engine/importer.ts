import type { Connection, Tx } from "../../../../db/database.ts";
import { invalid, type Refusal } from "../../../../kernel/refusal.ts";
import type { JobDeps, RunningJob } from "../../batch-jobs/index.ts";
import type { Header } from "../csv/columns.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import type { RowGroup } from "./row-groups.ts";

/** Interprets the rows of one file. */
export interface Importer<Plan> {
  /** Consecutive rows with the same key form a group. */
  keyOf(row: CsvRow): string;
  /** Called once for each row, in order, before any row is planned. Returns the operations by the row alone. */
  scan(row: CsvRow): readonly string[];
  /** Plans the groups in order. Changes nothing; in a transaction it locks the rows it reads. */
  plan(on: Connection, groups: readonly RowGroup[]): Promise<GroupOutcome<Plan>[]>;
  save(tx: Tx, plans: readonly Plan[]): Promise<void>;
  /** Called after the last row. */
  finish?(tx: Tx): Promise<void>;
}

export interface ImportContext {
  deps: JobDeps;
  job: RunningJob;
  header: Header;
  /** Nothing is written, so the importer must track the changes of earlier rows. */
  isSimulation: boolean;
}

/** Fails the whole import: no further row can be imported. */
export class ImportAborted extends Error {
  constructor(readonly reason: Refusal) {
    super(reason.message);
  }
}

/** Why a row was not imported. */
export interface RowError {
  row: number;
  message: string;
  code: string;
}

export type Operations = Readonly<Record<string, number>>;

/** The result of planning a group of rows. */
export interface GroupOutcome<Plan> {
  rows: number;
  refused: RowError[];
  operations: Operations;
  /** Null without anything to write. */
  plan: Plan | null;
}

export interface ImportProgress {
  /** The number of processed rows, including refused ones: the next run continues after them. */
  done: number;
  refused: number;
  operations: Operations;
  errors: readonly RowError[];
}

export const operationCount = (operations: Operations): number =>
  Object.values(operations).reduce((sum, count) => sum + count, 0);

const MAX_ERRORS = 1_000;

export const noProgress = (names: readonly string[]): ImportProgress => ({
  done: 0,
  refused: 0,
  operations: Object.fromEntries(names.map((name) => [name, 0])),
  errors: [],
});

export function withOutcomes(
  progress: ImportProgress,
  outcomes: readonly GroupOutcome<unknown>[],
): ImportProgress {
  const operations: Record<string, number> = { ...progress.operations };
  for (const outcome of outcomes) {
    for (const [name, count] of Object.entries(outcome.operations)) {
      operations[name] = (operations[name] ?? 0) + count;
    }
  }
  const refused = outcomes.flatMap((outcome) => outcome.refused);
  return {
    done: progress.done + outcomes.reduce((sum, { rows }) => sum + rows, 0),
    refused: progress.refused + refused.length,
    operations,
    errors: [...progress.errors, ...refused].slice(0, MAX_ERRORS),
  };
}

/** A job stores up to a thousand messages, and they may contain very long cells. */
const MAX_MESSAGE_LENGTH = 500;

export function rowError({ number }: CsvRow, { message, code, type, errors }: Refusal): RowError {
  const fullMessage = errors?.length ? errors.join(", ") : message;
  const short =
    fullMessage.length > MAX_MESSAGE_LENGTH ? `${fullMessage.slice(0, MAX_MESSAGE_LENGTH)}…` : fullMessage;
  return { row: number, message: short, code: code ?? type };
}

/** The first row gets the reason; the other rows refer to it. */
export const refusedGroup = ({ rows }: RowGroup, reason: Refusal): GroupOutcome<never> => {
  const [first, ...others] = rows;
  const reasonOfOthers = invalid(`Row ${first!.number}, which this row belongs to, was refused`);
  return {
    rows: rows.length,
    refused: [rowError(first!, reason), ...others.map((row) => rowError(row, reasonOfOthers))],
    operations: {},
    plan: null,
  };
};
