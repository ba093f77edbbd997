import type { Sql } from "./batch.ts";

const choose = (mode: string): Sql => {
  const text = `set plan_cache_mode to ${mode}`;
  return { name: text, text, values: [] };
};

/** How connections plan named statements: once, for all values. Most of them find rows by key. */
export const PLAN_ONCE = choose("force_generic_plan");
const PLAN_BY_VALUES = choose("auto");

/**
 * The data of a shop is in memory or on SSDs, where random reads cost hardly more than sequential ones. The default of
 * PostgreSQL is for spinning disks and makes it scan whole tables. A value that was set by an administrator stays.
 */
export const PLAN_FOR_MEMORY: Sql = {
  name: "plan-for-memory",
  text: `select set_config('random_page_cost',
    case current_setting('random_page_cost') when '4' then '1.1' else current_setting('random_page_cost') end, false)`,
  values: [],
};

/**
 * PostgreSQL takes more than ten milliseconds to plan a large statement, and by default it plans each one five times on
 * every connection before it reuses a plan. Statements with `isPlannedByValues` or without a name are planned each time.
 */
export const withPlanChoice = (statements: readonly Sql[]): readonly Sql[] =>
  statements.some(isPlannedByValues)
    ? statements.flatMap((sql) => (isPlannedByValues(sql) ? [PLAN_BY_VALUES, sql, PLAN_ONCE] : [sql]))
    : statements;

export const isPlanChoice = (sql: Sql): boolean => sql === PLAN_BY_VALUES || sql === PLAN_ONCE;

const isPlannedByValues = ({ name, values, isPlannedByValues: isMarked }: Sql): boolean =>
  values.length > 0 && (name === undefined || isMarked === true);
