import type { Connection } from "../db/database.ts";

// Counts are exact up to here and estimated beyond (docs/adr/0010-counts-and-offsets.md).
const EXACT_COUNT = 10_000;

/** No more rows than these are counted. */
export const COUNTED_AT_MOST = EXACT_COUNT + 1;

/** Estimates may be wrong, but hardly by more than this. */
export const SURELY_MORE = 3 * EXACT_COUNT;

interface Statement {
  readonly text: string;
  readonly name: string | undefined;
  readonly isPlannedByValues?: boolean;
}

export interface CountStatements {
  /** Null where the table is so large that the planner is better asked first. */
  readonly count: Statement;
  readonly boundedCount: Statement;
  /** Asks the planner how many rows there are, where counting them would take too long. */
  readonly estimate: Statement;
}

interface Counted {
  count: number;
  context: unknown;
}

/**
 * How many rows match: exact up to a bound; beyond it what the planner expects, and never less than what was counted.
 * What is known of the table and asked for decides, so that every process answers the same.
 */
export async function countRows(
  on: Connection,
  statements: CountStatements,
  { values, facts }: { values: readonly unknown[]; facts: readonly unknown[] },
): Promise<Counted> {
  const [row] = await on.run<{ count: number | null; context?: unknown }>({
    ...statements.count,
    values: [...values, ...facts],
  });
  const { count = 0, context = null } = row ?? {};
  if (count !== null && count <= EXACT_COUNT) return { count, context };
  const expected = await estimate(on, statements, values);
  if (count === null && expected <= SURELY_MORE) {
    const [bounded] = await on.run<{ count: number }>({ ...statements.boundedCount, values });
    if (bounded!.count <= EXACT_COUNT) return { count: bounded!.count, context };
  }
  return { count: Math.max(expected, COUNTED_AT_MOST), context };
}

async function estimate(
  on: Connection,
  statements: CountStatements,
  values: readonly unknown[],
): Promise<number> {
  const [plan] = await on.run<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>({
    text: statements.estimate.text,
    values,
  });
  return plan?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}
