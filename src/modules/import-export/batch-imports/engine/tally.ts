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

export const operationCount = (operations: Operations): number =>
  Object.values(operations).reduce((sum, count) => sum + count, 0);

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
