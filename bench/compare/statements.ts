import type { Operation } from "../checkout/operations.ts";
import type { Postgres } from "../support/postgres.ts";

const RUNS = 20;
// Connections, caches and kept rows are there then.
const BEFORE = 5;

/** Off until it is needed: counting costs time, and more for those who send more statements. */
export async function counting(postgres: Postgres, isOn: boolean): Promise<void> {
  await postgres.ask("create extension if not exists pg_stat_statements");
  await postgres.ask(`alter system set pg_stat_statements.track = '${isOn ? "top" : "none"}'`);
  await postgres.ask("select pg_reload_conf()");
}

// PostgreSQL does not count these where they are prepared, so they are counted for nobody.
const CONTROL = "^\\s*(begin|start transaction|commit|rollback|savepoint|release|set)\\M";

/** How many SQL statements one run of an operation sends, those apart that only begin and end transactions. */
export async function statementsOf(
  postgres: Postgres,
  database: string,
  operation: Operation,
): Promise<number> {
  await operation.prepare?.(BEFORE + RUNS);
  for (let run = 0; run < BEFORE; run++) await operation.run(0);
  await postgres.ask("select pg_stat_statements_reset()");
  for (let run = 0; run < RUNS; run++) await operation.run(0);
  // What only some runs saw was done in the background.
  const [found] = await postgres.ask<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
      where dbid = (select oid from pg_database where datname = $1) and calls >= $2 and query !~* $3`,
    [database, RUNS / 2, CONTROL],
  );
  return found!.calls / RUNS;
}
