import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Schedule } from "../../../jobs/runner.ts";
import { type ScheduleTimes, timesOf } from "../../../jobs/schedule-times.ts";
import { deleteJob, type JobState, listJobs, type QueuedJob, retryJob } from "./job-queue-store.ts";
import { shownPayload } from "./shown-payload.ts";

interface JobListQuery {
  state?: JobState;
  task?: string;
  limit: number;
  offset: number;
}

export async function findJobs(
  { db }: { db: Db },
  { state, task, ...page }: JobListQuery,
): Promise<{ jobs: QueuedJob[]; count: number }> {
  const { jobs, count } = await listJobs(db, { state: state ?? null, task: task ?? null, ...page });
  return { jobs: jobs.map((job) => ({ ...job, payload: job.payload && shownPayload(job.payload) })), count };
}

export const requeueJob = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, (tx) => retryJob(tx, id));

export const removeJob = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, (tx) => deleteJob(tx, id));

export const findSchedules = ({ db }: { db: Db }, schedules: readonly Schedule[]): Promise<ScheduleTimes[]> =>
  timesOf(db, schedules);
