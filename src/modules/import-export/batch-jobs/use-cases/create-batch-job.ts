import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { unknownType } from "../batch-job.ts";
import { insertJob } from "../batch-job-store.ts";
import { type JobRow, shownJob } from "../batch-jobs-graph.ts";
import { enqueueGivingUp } from "../engine/after-the-end.ts";
import type { FindType } from "../engine/known-types.ts";
import { enqueueStep, PREPARE } from "../engine/queue.ts";
import type { JobDeps } from "../job-type.ts";

interface NewJob {
  type: string;
  context: Record<string, unknown>;
  dry_run?: boolean;
  createdBy: string;
}

/** The job as it was created: a moment later it may be on its way. */
export async function createBatchJob(
  deps: JobDeps & { findType: FindType },
  { type: name, context: asked, dry_run = false, createdBy }: NewJob,
): Promise<JobRow> {
  const type = deps.findType(name);
  if (!type) throw unknownType(name);
  const context = await type.checkedContext(deps, asked);
  return inTransaction(deps.db, async (tx) => {
    const id = newId("batch");
    await insertJob(tx, { id, type: name, context, isDryRun: dry_run, createdBy });
    await enqueueStep(tx, PREPARE, id);
    if (dry_run) await enqueueGivingUp(tx, type, id);
    await announce(tx, "batch.created", { id });
    return (await deps.graph.find(shownJob, id, { on: tx }))!;
  });
}
