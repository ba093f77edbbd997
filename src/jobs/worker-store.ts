import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { compiledSql } from "../db/statements.ts";

const beat = compiledSql<{ id: string }, unknown>(
  "job-worker-seen",
  (p) => sql`insert into tradewind.job_worker (id) values (${p.id})
    on conflict (id) do update set seen_at = now()`,
);

/** The process that locks jobs by this name is alive. */
export async function saveSeen(tx: Tx, id: string): Promise<void> {
  await beat(tx, { id });
}

const release = compiledSql<object, unknown>(
  "job-worker-release-dead",
  () => sql`
    with alive as (select id from tradewind.job_worker where seen_at > now() - interval '8 seconds'),
    forgotten as (delete from tradewind.job_worker where seen_at < now() - interval '1 hour'),
    dead as (select distinct locked_by as id from graphile_worker.jobs
      where locked_by is not null and locked_at < now() - interval '8 seconds'
        and locked_by not in (select id from alive))
    select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`,
);

/** What processes that have died were doing is given to others. */
export async function releaseJobsOfDead(tx: Tx): Promise<void> {
  await release(tx, {});
}

const forget = compiledSql<{ id: string }, unknown>(
  "job-worker-forget",
  (p) => sql`delete from tradewind.job_worker where id = ${p.id}`,
);

export async function forgetWorker(tx: Tx, id: string): Promise<void> {
  await forget(tx, { id });
}
