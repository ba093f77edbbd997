import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { type JobState, listJobs, retryJob } from "./job-queue-store.ts";

interface JobListQuery {
  state?: JobState;
  task?: string;
  limit: number;
  offset: number;
}

export const findJobs = ({ db }: { db: Db }, { state, task, ...page }: JobListQuery) =>
  listJobs(db, { state: state ?? null, task: task ?? null, ...page });

export const requeueJob = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, (tx) => retryJob(tx, id));
