import type { Tx } from "../../../../db/database.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { TO_DATABASE } from "../job-failure.ts";

export const PREPARE = "batch-job-prepare";
export const PROCESS = "batch-job-process";
export const CLEAN_UP = "batch-job-clean-up";
export const REMOVE_INPUT = "batch-job-remove-input";

type Step = typeof PREPARE | typeof PROCESS | typeof CLEAN_UP | typeof REMOVE_INPUT;

/** More than a run ever uses: it gives up by itself, and says so on the job. */
const ATTEMPTS = TO_DATABASE + 5;

/** One entry for each step of a job, in the transaction of what makes it due. */
export const enqueueStep = (
  tx: Tx,
  task: Step,
  jobId: string,
  { after }: { after?: number } = {},
): Promise<void> =>
  enqueue(tx, { task, payload: { id: jobId }, key: `${task}:${jobId}`, attempts: ATTEMPTS, after });
