import type pg from "pg";
import { ADOPTION_SCHEMA } from "../../db/adoption.ts";
import type { Backfill } from "./backfill.ts";

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
    await client.query("begin");
    const batch = await backfill.batch(client, place);
    place = batch.place;
    done += batch.rows;
    await client.query(
      `insert into ${PROGRESS} values ($1, $2, $3)
       on conflict (name) do update set place = excluded.place, done = excluded.done`,
      [name, place, done],
    );
    await client.query("commit");
  }
  report({ title, done, total: done });
}
