import type { Connection } from "../db/database.ts";

// Counts are exact up to here and estimated beyond (docs/adr/0010-counts-and-offsets.md).
const EXACT_COUNT = 10_000;

/** No more rows than these are counted. */
export const COUNTED_AT_MOST = EXACT_COUNT + 1;

/** Estimates may be wrong, but hardly by more than this. */
export const TOO_MANY_TO_COUNT = 3 * EXACT_COUNT;

export interface Statement {
  readonly text: string;
  readonly name: string | undefined;
  readonly isPlannedByValues?: boolean;
}

export interface CountStatements {
  /** Null for a table so large that the planner's estimate comes first. */
  readonly count: Statement;
  readonly boundedCount: Statement;
  /** The planner's estimate, for tables that would take too long to count. */
  readonly estimate: Statement;
}

/** How many rows match, if the page has the last of them: an estimate would name rows that no page has. */
export function lastOf(
  found: number,
  { limit, offset }: { limit: number; offset: number },
): number | undefined {
  return found < limit && (found > 0 || offset === 0) ? offset + found : undefined;
}

interface Counted {
  count: number;
  context: unknown;
  /** The version of the declarations of custom fields, for a search. */
  fields?: string | undefined;
}

/**
 * How many rows match: exact up to a bound; beyond it what the planner expects, and never less than what was counted.
 * The choice depends only on the table and the request, so that every process answers the same.
 */
export async function countRows(
  on: Connection,
  statements: CountStatements,
  { values, facts }: { values: readonly unknown[]; facts: readonly unknown[] },
): Promise<Counted> {
  const [row] = await on.run<{ count: number | null; context?: unknown; fields?: string }>({
    ...statements.count,
    values: [...values, ...facts],
  });
  const { count = 0, context = null, fields } = row ?? {};
  return { count: await exactOrEstimated(on, statements, { values, count }), context, fields };
}

/** `count` is the result of the first statement. */
export async function exactOrEstimated(
  on: Connection,
  statements: CountStatements,
  { values, count }: { values: readonly unknown[]; count: number | null },
): Promise<number> {
  if (count !== null && count <= EXACT_COUNT) return count;
  const expected = await estimate(on, statements, values);
  if (count === null && expected <= TOO_MANY_TO_COUNT) {
    const [bounded] = await on.run<{ count: number }>({ ...statements.boundedCount, values });
    if (bounded!.count <= EXACT_COUNT) return bounded!.count;
  }
  return Math.max(expected, COUNTED_AT_MOST);
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
