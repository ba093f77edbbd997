import type pg from "pg";

/** Removes jobs and schedules of the tasks whose names begin so. One that is running is refused. */
export async function removeTasks(client: pg.Client, prefix: string): Promise<void> {
  const { rows: running } = await client.query(
    `select from graphile_worker.jobs where starts_with(task_identifier, $1) and locked_at is not null limit 1`,
    [prefix],
  );
  if (running.length > 0) throw new Error("one of its jobs is running");
  await client.query(
    `select graphile_worker.complete_jobs(
      array(select id from graphile_worker.jobs where starts_with(task_identifier, $1)))`,
    [prefix],
  );
  await client.query(
    "delete from graphile_worker._private_known_crontabs where starts_with(identifier, $1)",
    [prefix],
  );
}
