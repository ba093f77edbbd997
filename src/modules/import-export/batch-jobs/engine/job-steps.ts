import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/define-events.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { type BatchJob, isOver, type JobEvent, type JobState, statesReachedBy } from "../batch-job.ts";
import { type JobUpdate, saveJob } from "../batch-job-store.ts";
import { batchJobEvents } from "../events.ts";
import { DATABASE_ATTEMPTS } from "../job-failure.ts";
import type { JobType } from "../job-type.ts";

export const PREPARE = "batch-job-prepare";
export const PROCESS = "batch-job-process";
export const CLEAN_UP = "batch-job-clean-up";
export const REMOVE_INPUT = "batch-job-remove-input";

type Step = typeof PREPARE | typeof PROCESS | typeof CLEAN_UP | typeof REMOVE_INPUT;

/** More than a run uses: the run itself fails the job before. */
const ATTEMPTS = DATABASE_ATTEMPTS + 5;

/** Adds one queue entry for a step of a job, in the transaction that makes it due. */
export const enqueueStep = (
  tx: Tx,
  task: Step,
  { jobId, after }: { jobId: string; after?: number },
): Promise<void> =>
  enqueue(tx, { task, payload: { id: jobId }, key: `${task}:${jobId}`, attempts: ATTEMPTS, after });

const DAY = 24 * 60 * 60 * 1000;

/** Enqueues the cleanup of a job that just reached this state. */
export async function enqueueFollowUps(
  tx: Tx,
  { type, jobId, state }: { type: JobType | undefined; jobId: string; state: JobState },
): Promise<void> {
  if (!isOver(state)) return;
  if (type?.cleanUp && state !== "completed") await enqueueStep(tx, CLEAN_UP, { jobId });
  if (type?.removeInput) {
    await enqueueStep(tx, REMOVE_INPUT, { jobId, after: state === "failed" ? DAY : undefined });
  }
}

/** A dry run may never be confirmed: its input is removed a day later. */
export async function enqueueExpiry(tx: Tx, type: JobType, jobId: string): Promise<void> {
  if (type.removeInput) await enqueueStep(tx, REMOVE_INPUT, { jobId, after: DAY });
}

/** Applies events to a locked job: saves and announces the reached states, or refuses. */
export async function transitionJob(
  tx: Tx,
  job: BatchJob,
  { events, ...changes }: { events: readonly JobEvent[] } & Omit<JobUpdate, "id" | "marks">,
): Promise<void> {
  const reachedStates = statesReachedBy(job, events);
  await saveJob(tx, { ...changes, id: job.id, reachedStates });
  await announceAll(
    tx,
    reachedStates.map((reached) => batchJobEvents.of(`batch.${reached}`, { id: job.id })),
  );
}
