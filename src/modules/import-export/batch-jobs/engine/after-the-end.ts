import type { Tx } from "../../../../db/database.ts";
import { isOver, type JobState } from "../job-state.ts";
import type { JobType } from "../job-type.ts";
import { CLEAN_UP, enqueueStep, REMOVE_INPUT } from "./queue.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Puts into the queue what is left to do for a job that has just got into this state. */
export async function enqueueAfterTheEnd(
  tx: Tx,
  { type, jobId, state }: { type: JobType | undefined; jobId: string; state: JobState },
): Promise<void> {
  if (!isOver(state)) return;
  if (type?.cleanUp && state !== "completed") await enqueueStep(tx, CLEAN_UP, jobId);
  if (type?.removeInput) {
    await enqueueStep(tx, REMOVE_INPUT, jobId, state === "failed" ? { after: DAY } : {});
  }
}

/** A dry run may never be confirmed: what it was given to work with is removed a day later. */
export async function enqueueGivingUp(tx: Tx, type: JobType, jobId: string): Promise<void> {
  if (type.removeInput) await enqueueStep(tx, REMOVE_INPUT, jobId, { after: DAY });
}
