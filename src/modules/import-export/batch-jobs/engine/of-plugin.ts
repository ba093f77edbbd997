import { Refusal } from "../../../../kernel/refusal.ts";
import type { BatchJobType } from "../../../../providers/ports/batch-job.ts";
import { RunEnded } from "../job-failure.ts";
import type { JobChanges, JobType } from "../job-type.ts";

/** A plugin's type of job, run like those of the shop. */
export const ofPlugin = (type: BatchJobType): JobType => ({
  id: type.id,
  checkedContext: async (_, context) => context,
  preProcess: (_, job) => told(async () => type.preProcess(job)),
  process: (_, job, run) =>
    told(async (ours) =>
      type.process(job, {
        checkpoint: (changes) => ours(run.inChunk(async () => changes ?? {})),
        isCanceled: () => ours(run.isCanceled()),
      }),
    ),
});

/** Remembers what goes wrong on our side of the port. */
type Ours = <T>(work: Promise<T>) => Promise<T>;

/**
 * What a plugin throws is meant to be read by the one who started the job. What came from us, and went through the
 * plugin, is ours to deal with: the end of the run, or a database that cannot be reached.
 */
async function told(work: (ours: Ours) => Promise<JobChanges | undefined>): Promise<JobChanges> {
  const own = new Set<unknown>();
  const ours: Ours = (step) =>
    step.catch((error: unknown) => {
      own.add(error);
      throw error;
    });
  try {
    return (await work(ours)) ?? {};
  } catch (error) {
    // Whatever the plugin made of it: the run is over.
    const ended = [...own].find((each) => each instanceof RunEnded);
    if (ended) throw ended;
    if (own.has(error) || error instanceof Refusal) throw error;
    const { message = String(error), code } = (error ?? {}) as { message?: string; code?: unknown };
    const shown = typeof code === "string" ? code : "unknown";
    throw Object.assign(new Refusal("unexpected_state", message, shown), { cause: error });
  }
}
