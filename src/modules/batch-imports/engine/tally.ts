/** A row that was not imported. */
export interface RowError {
  row: number;
  message: string;
  code: string;
}

export type Operations = Readonly<Record<string, number>>;

/** What became of some rows. */
export interface Outcome<Plan> {
  rows: number;
  refused: RowError[];
  operations: Operations;
  /** Null when there is nothing to be written. */
  plan: Plan | null;
}

/** How far an import got. */
export interface Tally {
  /** Rows that are done, the refused ones included: the next run goes on behind them. */
  done: number;
  refused: number;
  operations: Operations;
  errors: readonly RowError[];
}

export const MOST_ERRORS = 1_000;

export const noTally = (names: readonly string[]): Tally => ({
  done: 0,
  refused: 0,
  operations: Object.fromEntries(names.map((name) => [name, 0])),
  errors: [],
});

export function withOutcomes(tally: Tally, outcomes: readonly Outcome<unknown>[]): Tally {
  const operations: Record<string, number> = { ...tally.operations };
  for (const outcome of outcomes) {
    for (const [name, count] of Object.entries(outcome.operations)) {
      operations[name] = (operations[name] ?? 0) + count;
    }
  }
  const refused = outcomes.flatMap((outcome) => outcome.refused);
  return {
    done: tally.done + outcomes.reduce((sum, { rows }) => sum + rows, 0),
    refused: tally.refused + refused.length,
    operations,
    errors: [...tally.errors, ...refused].slice(0, MOST_ERRORS),
  };
}

type Json = Record<string, unknown>;

/** As jobs show it. Errors of an earlier rehearsal must not stay. */
export function shownTally(
  { refused, operations, errors }: Tally,
  { hadErrors }: { hadErrors: boolean },
): Json {
  const more = refused - errors.length;
  const note = { message: `${more} more rows were refused`, code: "more_errors" };
  const shown = more > 0 ? [...errors, note] : errors;
  return {
    operations,
    refused_count: refused,
    ...(refused > 0 || hadErrors ? { errors: shown } : {}),
  };
}

/** What an earlier run has noted on the job. */
export function tallyFrom(result: Json, names: readonly string[]): Tally {
  const done = result["advancement_count"];
  if (typeof done !== "number") return noTally(names);
  const errors = (result["errors"] ?? []) as RowError[];
  return {
    done,
    refused: Number(result["refused_count"] ?? 0),
    operations: result["operations"] as Operations,
    errors: errors.filter(({ row }) => row !== undefined),
  };
}
