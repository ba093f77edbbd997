import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/announce.ts";
import { type BatchJob, marksAfter } from "../batch-job.ts";
import { type SavedChanges, saveJob } from "../batch-job-store.ts";
import type { JobEvent } from "../job-state.ts";

/** Something happens to a job that is locked: it is noted and announced, or refused. */
export async function advance(
  tx: Tx,
  job: BatchJob,
  { events, ...changes }: { events: readonly JobEvent[] } & Omit<SavedChanges, "id" | "marks">,
): Promise<void> {
  const marks = marksAfter(job, events);
  await saveJob(tx, { ...changes, id: job.id, marks });
  await announceAll(
    tx,
    marks.map((mark) => ({ name: `batch.${mark}`, data: { id: job.id } })),
  );
}
