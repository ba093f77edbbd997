import { sql } from "kysely";
import { notAllowed } from "../kernel/refusal.ts";
import type { Connection } from "./database.ts";
import type { Cleanup } from "./old-rows.ts";
import { compiledSql } from "./statements.ts";

/**
 * A schema of its own exists from the first change of `tradewind adopt --yes` until `--finish` or `--undo`. In that time
 * v1 may run on the same database.
 */
export const ADOPTION_SCHEMA = "tradewind_adoption";
export const ADOPTION_STATE = `${ADOPTION_SCHEMA}.state`;
/** The statements that make it a database of v1 again. */
export const ADOPTION_UNDO = `${ADOPTION_SCHEMA}.undo`;

/** One row: when each step was done; null until then. */
export const createAdoptionState = `
  create schema ${ADOPTION_SCHEMA};
  create table ${ADOPTION_STATE} (
    begun_at timestamptz not null default now(),
    switched_at timestamptz,
    backfilled_at timestamptz
  );
  -- Without a key, and updated: a publication for all tables needs to know the row.
  alter table ${ADOPTION_STATE} replica identity full;
  insert into ${ADOPTION_STATE} default values`;

// The catalogue answers a role that has no rights on the schema, too.
const STATE_EXISTS = `exists (select from pg_catalog.pg_tables
  where schemaname = '${ADOPTION_SCHEMA}' and tablename = 'state')`;

/**
 * Whether v1 may be running on this database too, so that rows must stay as v1 understands them. It is asked anew each
 * time: another process may finish the adoption at any moment. The answer can only change from yes to no while a server
 * runs, because a server does not start on a database of v1. So no lock is needed: what is written for v1 a moment too
 * late is still understood here.
 */
export const BESIDE_V1 = sql<boolean>`${sql.raw(STATE_EXISTS)}`;

const ask = compiledSql("beside-v1", (_: object) => sql<{ yes: boolean }>`select ${BESIDE_V1} as yes`);

/** The same as a statement of its own. */
export async function mayV1Run(on: Connection): Promise<boolean> {
  return (await ask(on, {}))[0]!.yes;
}

/** For rows of v1's own tables: they stay while v1 may still use them, until the adoption is finished. */
export const withoutV1 =
  (cleanup: Cleanup): Cleanup =>
  async (tx) =>
    (await mayV1Run(tx)) ? { removed: 0, isDone: true } : cleanup(tx);

const askTaxColumns = compiledSql(
  "beside-v1-tax-columns",
  (_: object) => sql<{ id: string }>`
    select seq::text as id from ${sql.raw(ADOPTION_UNDO)} where statement like '%drop column "includes_tax"' limit 1`,
);

/**
 * Refuses prices that include the tax as long as a v1 may run that does not know the columns for it: it would add the tax
 * to them, and show and charge other totals.
 */
export async function refuseTaxUnknownToV1(
  on: Connection,
  { includes_tax: includesTax }: { includes_tax?: boolean | undefined },
): Promise<void> {
  if (!includesTax || !(await mayV1Run(on)) || (await askTaxColumns(on, {})).length === 0) return;
  throw notAllowed(
    "includes_tax: v1, which may run on this database, does not know prices with tax, and would add the tax again. " +
      "Set it after tradewind adopt --finish.",
  );
}
