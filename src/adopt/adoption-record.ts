import type pg from "pg";
import {
  ADOPTION_SCHEMA,
  ADOPTION_STATE,
  createAdoptionState,
  ADOPTION_UNDO as UNDO,
} from "../db/adoption.ts";
import type { Undo } from "./plan.ts";

const BUILT = `${ADOPTION_SCHEMA}.built_index`;

export interface AdoptionState {
  begun_at: Date;
  switched_at: Date | null;
  backfilled_at: Date | null;
}

/** Null for a database that is not being adopted. */
export async function adoptionState(client: pg.Client): Promise<AdoptionState | null> {
  const found = await client.query("select where to_regclass($1) is not null", [ADOPTION_STATE]);
  if (found.rows.length === 0) return null;
  return (await client.query<AdoptionState>(`select * from ${ADOPTION_STATE}`)).rows[0] ?? null;
}

export async function beginRecord(client: pg.Client): Promise<void> {
  if (await adoptionState(client)) return;
  await client.query("begin");
  await client.query(createAdoptionState);
  await client.query(`create table ${BUILT} (name text primary key)`);
  await client.query(`create table ${UNDO} (
    seq bigint generated always as identity primary key, statement text not null, index text, empty_table text)`);
  await client.query("commit");
}

/** Before it is built: a killed command leaves no unknown index. */
export const recordIndex = (client: pg.Client, name: string) =>
  client.query(`insert into ${BUILT} values ($1) on conflict do nothing`, [name]);

export const builtIndexes = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ name: string }>(`select name from ${BUILT} order by name`)).rows.map(
    ({ name }) => name,
  );

export const recordUndo = (client: pg.Client, undone: readonly Undo[]) =>
  client.query(
    `insert into ${UNDO} (statement, index, empty_table)
     select statement, index, empty_table
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as change (statement, index, empty_table, place)
     order by place`,
    [
      undone.map(({ statement }) => statement),
      undone.map(({ index }) => index ?? null),
      undone.map(({ emptyTable }) => emptyTable ?? null),
    ],
  );

/** The last change first. */
export async function recordedUndo(client: pg.Client): Promise<Undo[]> {
  interface Row {
    statement: string;
    index: string | null;
    empty_table: string | null;
  }
  const { rows } = await client.query<Row>(
    `select statement, index, empty_table from ${UNDO} order by seq desc`,
  );
  return rows.map(({ statement, index, empty_table }) => ({
    statement,
    ...(index !== null && { index }),
    ...(empty_table !== null && { emptyTable: empty_table }),
  }));
}

export const recordSwitch = (client: pg.Client) =>
  client.query(`update ${ADOPTION_STATE} set switched_at = clock_timestamp()`);

export const recordBackfill = (client: pg.Client) =>
  client.query(`update ${ADOPTION_STATE} set backfilled_at = clock_timestamp() where backfilled_at is null`);

export const dropRecord = (client: pg.Client) => client.query(`drop schema ${ADOPTION_SCHEMA} cascade`);
