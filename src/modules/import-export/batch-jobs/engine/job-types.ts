import { Refusal } from "../../../../kernel/refusal.ts";
import type { BatchJobType } from "../../../../providers/ports/batch-job.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { RunEnded } from "../job-failure.ts";
import type { JobChanges, JobType } from "../job-type.ts";

export type FindType = (id: string) => JobType | undefined;

/** Finds the built-in types and those of plugins, which may replace built-in ones. */
export function jobTypeFinder(types: readonly JobType[], providers: ProviderRegistry): FindType {
  const ownErrors = new Map(types.map((type) => [type.id, type]));
  return (id) => {
    const pluginType = providers.batchJobs.find(id);
    return pluginType ? pluginJobType(pluginType) : ownErrors.get(id);
  };
}

/** Adapts a plugin's job type to the interface of the built-in types. */
export const pluginJobType = (type: BatchJobType): JobType => ({
  id: type.id,
  checkedContext: async (_, context) => context,
  preProcess: (_, job) => withPluginErrors(async () => type.preProcess(job)),
  process: (_, job, run) =>
    withPluginErrors(async (tracked) =>
      type.process(job, {
        checkpoint: (changes) => tracked(run.inChunk(async () => changes ?? {})),
        isCanceled: () => tracked(run.isCanceled()),
      }),
    ),
});

/** Records the errors of the engine, in contrast to those of the plugin. */
type TrackedStep = <T>(work: Promise<T>) => Promise<T>;

/**
 * An error of the plugin is shown to the user who started the job. An error of the engine that passed through the plugin
 * is handled as such: the end of the run, or an unreachable database.
 */
async function withPluginErrors(
  work: (tracked: TrackedStep) => Promise<JobChanges | undefined>,
): Promise<JobChanges> {
  const ownErrors = new Set<unknown>();
  const tracked: TrackedStep = (step) =>
    step.catch((error: unknown) => {
      ownErrors.add(error);
      throw error;
    });
  try {
    return (await work(tracked)) ?? {};
  } catch (error) {
    // The run has ended, even if the plugin threw another error because of it.
    const ended = [...ownErrors].find((each) => each instanceof RunEnded);
    if (ended) throw ended;
    if (ownErrors.has(error) || error instanceof Refusal) throw error;
    const { message = String(error), code } = (error ?? {}) as { message?: string; code?: unknown };
    const shown = typeof code === "string" ? code : "unknown";
    throw Object.assign(new Refusal("unexpected_state", message, shown), { cause: error });
  }
}
