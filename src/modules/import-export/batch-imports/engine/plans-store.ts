import { sql } from "kysely";
import type { Connection, Tx } from "../../../../db/database.ts";
import { compiledSql } from "../../../../db/statements.ts";

const setMode = compiledSql(
  "import-plan-mode",
  (p: { mode: string }) => sql`select set_config('plan_cache_mode', ${p.mode}, true)`,
);

/**
 * Statements within are planned for the tables as they are. A plan that was made while a table was empty would read
 * all of it again and again while the import fills it. Not for writes, whose many small checks would be planned, too.
 */
export async function plannedAnew<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await setMode(tx, { mode: "force_custom_plan" });
  const result = await work();
  await setMode(tx, { mode: "auto" });
  return result;
}

/** The database looks at how large the tables have become, and forgets plans for smaller ones. */
export async function measureTables(on: Connection, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const names = sql.join(tables.map((table) => sql.table(table)));
  await compiledSql(`import-measure-${tables[0]}`, () => sql`analyze ${names}`)(on, {});
}
