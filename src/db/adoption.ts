import type { RunSql } from "./migrate.ts";

/**
 * A schema of its own exists from the first change of `tradewind adopt --yes` until `--finish` or `--undo`. In that time
 * v1 may run on the same database.
 */
export const ADOPTION_SCHEMA = "tradewind_adoption";
export const ADOPTION_STATE = `${ADOPTION_SCHEMA}.state`;

/** One row: when each step was done; null until then. */
export const createAdoptionState = `
  create schema ${ADOPTION_SCHEMA};
  create table ${ADOPTION_STATE} (
    begun_at timestamptz not null default now(),
    switched_at timestamptz,
    backfilled_at timestamptz
  );
  insert into ${ADOPTION_STATE} default values`;

/** Whether v1 may be running on this database too, so that rows must stay as v1 understands them. */
export async function isBesideV1(query: RunSql): Promise<boolean> {
  const { rows } = await query(`select where to_regclass('${ADOPTION_STATE}') is not null`);
  return rows.length > 0;
}
