import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { compiledSql } from "../db/statements.ts";

const beat = compiledSql<{ ids: string[] }, unknown>(
  "job-worker-seen",
  (p) => sql`insert into tradewind.job_worker (id) select unnest(${p.ids}::text[])
    on conflict (id) do update set seen_at = now()`,
);

/** These workers are alive. */
export async function saveSeen(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await beat(tx, { ids });
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

/** What workers that have died were doing is given to others. */
export async function releaseJobsOfDead(tx: Tx): Promise<void> {
  await release(tx, {});
}

const forget = compiledSql<{ ids: string[] }, unknown>(
  "job-worker-forget",
  (p) => sql`delete from tradewind.job_worker where id = any(${p.ids}::text[])`,
);

export async function forgetWorkers(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await forget(tx, { ids });
}
