import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../db/database.ts";
import type { ProviderRegistry } from "../providers/registry.ts";
import type { TestShop } from "./test-shop.ts";

type Work = Pick<TestShop, "waitForEvents" | "runJobs" | "runJob">;

interface Deps {
  db: Db;
  providers: ProviderRegistry;
}

const POLL = 15;

/** Waits for the background work of a shop. */
export const finishedWork = ({ db, providers }: Deps): Work => ({
  async waitForEvents() {
    const names = providers.subscribers.all().map(({ name }) => name);
    while (await hasUndelivered(db, names)) {
      await refuseFailedEvent(db, names);
      await delay(POLL);
    }
    await refuseFailedEvent(db, names);
  },
  async runJobs({ scheduled = false } = {}) {
    if (scheduled) await makeDue(db);
    while (await hasDueJobs(db)) await delay(POLL);
    await refuseFailedJob(db);
  },
  async runJob(name, payload = {}) {
    const [plugin, job] = name.split(":");
    const declared = providers.plugins.find((each) => each.name === plugin)?.plugin.jobs ?? {};
    if (job === undefined || !Object.hasOwn(declared, job))
      throw new Error(
        `there is no job ${name}: the name is that of the plugin and of the job, points:expire`,
      );
    await runOnce(db, `plugin:${name}`, payload);
  },
});

async function hasUndelivered(db: Db, names: string[]): Promise<boolean> {
  const [row] = await db.run({
    text: `select from tradewind.event_cursor cursor where subscriber = any($1::text[])
      and exists (select from tradewind.event where (event.tx, event.seq) > (cursor.tx, cursor.seq) and event.seq > 0
        and not coalesce(pg_visible_in_snapshot(event.tx, cursor.begun), false)) limit 1`,
    values: [names],
  });
  return row !== undefined;
}

async function refuseFailedEvent(db: Db, names: string[]): Promise<void> {
  const [failed] = await db.run<{ subscriber: string; name: string; error: string }>({
    text: `select subscriber, event.name, last_error as error from tradewind.event_parked parked
      join tradewind.event on event.seq = parked.seq
      where attempts > 0 and subscriber = any($1::text[]) order by parked.seq limit 1`,
    values: [names],
  });
  if (failed)
    throw new Error(
      `the subscriber ${failed.subscriber} failed at the event ${failed.name}: ${failed.error}`,
    );
}

/** Notifies the workers, too, which otherwise poll every two seconds. */
const makeDue = (db: Db) =>
  db.run({
    text: `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
        where locked_at is null and attempts < max_attempts and run_at > now()), run_at => now()),
      pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', 100)::text)`,
    values: [],
  });

async function hasDueJobs(db: Db): Promise<boolean> {
  const [row] = await db.run({
    text: `select from graphile_worker.jobs
      where locked_at is not null or (attempts < max_attempts and run_at <= now()) limit 1`,
    values: [],
  });
  return row !== undefined;
}

interface FailedJob {
  task: string;
  error: string;
}

async function refuseFailedJob(db: Db): Promise<void> {
  const [failed] = await db.run<FailedJob>({
    text: `select task_identifier as task, last_error as error from graphile_worker.jobs
      where last_error is not null order by id limit 1`,
    values: [],
  });
  if (failed) throw new Error(`the job ${failed.task} failed: ${failed.error}`);
}

/** With one attempt: its error is that of the test. */
async function runOnce(db: Db, task: string, payload: object): Promise<void> {
  const [added] = await db.run<{ id: string }>({
    text: "select (graphile_worker.add_job($1::text, $2::json, max_attempts => 1)).id::text as id",
    values: [task, JSON.stringify(payload)],
  });
  const find = () =>
    db.run<{ isLocked: boolean; error: string | null }>({
      text: `select locked_at is not null as "isLocked", last_error as error from graphile_worker.jobs where id::text = $1`,
      values: [added!.id],
    });
  for (let [job] = await find(); job; [job] = await find()) {
    if (job.error !== null && !job.isLocked) {
      await db.run({
        text: "select graphile_worker.complete_jobs(array[$1::bigint])",
        values: [added!.id],
      });
      throw new Error(`the job ${task} failed: ${job.error}`);
    }
    await delay(POLL);
  }
}
