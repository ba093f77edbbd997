import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { type JobState, listJobs, retryJob } from "../job-queue-store.ts";

interface Asked {
  state?: JobState;
  task?: string;
  limit: number;
  offset: number;
}

export const findJobs = ({ db }: { db: Db }, { state, task, ...page }: Asked) =>
  listJobs(db, { state: state ?? null, task: task ?? null, ...page });

export const tryJobAgain = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, (tx) => retryJob(tx, id));
