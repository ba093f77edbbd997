import { sql } from "kysely";
import type { Connection, Tx } from "../../../../db/database.ts";
import { compiledSql } from "../../../../db/statements.ts";

const setMode = compiledSql(
  "import-plan-mode",
  (p: { mode: string }) => sql`select set_config('plan_cache_mode', ${p.mode}, true)`,
);

/**
 * Plans the statements inside `work` for the current table sizes. A cached plan from an empty table would scan the table
 * while the import fills it. Not for writes: their many foreign-key checks would be planned each time, too.
 */
export async function withCustomPlans<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await setMode(tx, { mode: "force_custom_plan" });
  const result = await work();
  await setMode(tx, { mode: "auto" });
  return result;
}

/** Updates the table statistics, which also invalidates cached plans. */
export async function analyzeTables(on: Connection, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const names = sql.join(tables.map((table) => sql.table(table)));
  await compiledSql(`import-analyze-tables-${tables[0]}`, () => sql`analyze ${names}`)(on, {});
}
