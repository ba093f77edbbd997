import type { Sql } from "./batch.ts";

const choose = (mode: string): Sql => {
  const text = `set plan_cache_mode to ${mode}`;
  return { name: text, text, values: [] };
};

/** How connections plan named statements: once, whatever the values are. Most of them find rows by their keys. */
export const PLAN_ONCE = choose("force_generic_plan");
const PLAN_BY_VALUES = choose("auto");

/**
 * Rows of a shop are in memory or on disks without heads, where reading here and there costs hardly more than reading on.
 * As PostgreSQL comes, it believes otherwise, and reads whole tables to avoid it. Who has set it knows better.
 */
export const PLAN_FOR_MEMORY: Sql = {
  name: "plan-for-memory",
  text: `select set_config('random_page_cost',
    case current_setting('random_page_cost') when '4' then '1.1' else current_setting('random_page_cost') end, false)`,
  values: [],
};

/**
 * A large statement takes PostgreSQL more than ten milliseconds to plan, and left to itself it plans each one five times
 * on every connection before it keeps a plan. Those that are better planned by their values say so, and those without a
 * name always are.
 */
export const withPlanChoice = (statements: readonly Sql[]): readonly Sql[] =>
  statements.some(isPlannedByValues)
    ? statements.flatMap((sql) => (isPlannedByValues(sql) ? [PLAN_BY_VALUES, sql, PLAN_ONCE] : [sql]))
    : statements;

export const isPlanChoice = (sql: Sql): boolean => sql === PLAN_BY_VALUES || sql === PLAN_ONCE;

const isPlannedByValues = ({ name, values, isPlannedByValues: isSaid }: Sql): boolean =>
  values.length > 0 && (name === undefined || isSaid === true);
