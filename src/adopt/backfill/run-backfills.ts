import pg from "pg";
import { ADOPTION_SCHEMA } from "../../db/adoption.ts";
import type { Backfill, Batch } from "./backfill.ts";

const PROGRESS = `${ADOPTION_SCHEMA}.progress`;

export interface Progress {
  title: string;
  done: number;
  total: number;
}

interface Recorded {
  place: string | null;
  done: string;
}

/** Continues where a killed command has stopped. What is complete is not done again. */
export async function runBackfills(
  client: pg.Client,
  backfills: readonly Backfill[],
  report: (progress: Progress) => void,
): Promise<void> {
  await client.query(
    `create table if not exists ${PROGRESS} (name text primary key, place text, done bigint not null)`,
  );
  for (const backfill of backfills) await run(client, backfill, report);
}

async function run(
  client: pg.Client,
  backfill: Backfill,
  report: (progress: Progress) => void,
): Promise<void> {
  const { name, title } = backfill;
  const { rows } = await client.query<Recorded>(`select place, done from ${PROGRESS} where name = $1`, [
    name,
  ]);
  let place = rows[0] ? rows[0].place : "";
  let done = Number(rows[0]?.done ?? 0);
  const total = place === null ? done : await backfill.total(client);
  while (place !== null) {
    report({ title, done, total: Math.max(total, done) });
    const batch = await runBatch(client, backfill, { place, done });
    if (!batch) continue;
    place = batch.place;
    done += batch.rows;
  }
  report({ title, done, total: done });
}

const DEADLOCK = "40P01";

/** Null if the batch has to be tried again: v1 and it have waited for each other. */
async function runBatch(
  client: pg.Client,
  backfill: Backfill,
  { place, done }: { place: string; done: number },
): Promise<Batch | null> {
  try {
    await client.query("begin");
    const batch = await backfill.batch(client, place);
    await client.query(
      `insert into ${PROGRESS} values ($1, $2, $3)
       on conflict (name) do update set place = excluded.place, done = excluded.done`,
      [backfill.name, batch.place, done + batch.rows],
    );
    await client.query("commit");
    return batch;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error;
    await client.query("rollback");
    return null;
  }
}

/** For what v1 has written since: the next run begins anew. */
export const forgetProgress = (client: pg.Client) => client.query(`delete from ${PROGRESS}`);
