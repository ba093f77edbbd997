import type { Config } from "../../../config.ts";
import type { Db, Tx } from "../../../db/database.ts";
import type { Graph } from "../../../graph/graph.ts";
import type { Permission } from "../../../kernel/permissions.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { BatchJobType } from "../../../providers/ports/batch-job.ts";
import type { ProviderRegistry } from "../../../providers/registry.ts";
import { RunEnded } from "./job-failure.ts";

type Json = Record<string, unknown>;

export interface JobDeps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
  config: Config;
}

/** The view of a batch job for its type. */
export interface RunningJob {
  id: string;
  /** The administrator who created it. */
  createdBy: string | null;
  isDryRun: boolean;
  context: Json;
  result: Json;
}

/** Merged into the stored context and result. */
export interface JobChanges {
  context?: Json;
  result?: Json;
}

export interface JobWatch {
  /** The process is stopping: return soon; the next run continues. */
  isStopping(): boolean;
  /** Queries the database, so do not call it for every row. */
  isCanceled(): Promise<boolean>;
  /**
   * To be called often in loops. Throws if the job was canceled, if another run has claimed it, or if the process is
   * stopping. Queries the database only from time to time.
   */
  throwIfEnded(): Promise<void>;
}

/** One run of a job. After a crash another run continues from the last committed chunk. */
export interface JobRun extends JobWatch {
  /**
   * Runs a part of the work and saves the progress in the same transaction. Ends the run if the job was canceled or
   * another run has claimed it; the chunk is rolled back then. The transaction may be retried, so the work must have no
   * effect outside of it.
   */
  inChunk(work: (tx: Tx) => Promise<JobChanges>): Promise<void>;
}

/** A built-in type of batch jobs. */
export interface JobType {
  /** The `type` of the job, for example `product-export`. */
  readonly id: string;
  /** What the user needs besides the permission for batch jobs. */
  readonly permission: Permission | readonly Permission[];
  /** Returns the context to store, or refuses. */
  checkedContext(deps: JobDeps, context: Json): Promise<Json>;
  /** Reports what the job would do, also for a dry run. Changes nothing in the shop. */
  preProcess(deps: JobDeps, job: RunningJob, watch: JobWatch): Promise<JobChanges>;
  /** Runs the job in chunks. An error fails the job and is shown in `result.errors`. */
  process(deps: JobDeps, job: RunningJob, run: JobRun): Promise<JobChanges>;
  /** Removes the output of a canceled or failed job outside of the database. */
  cleanUp?(deps: JobDeps, job: RunningJob): Promise<void>;
  /**
   * Removes the input of the job after it has finished: of a failed job a day later, so that the cause can be examined, of
   * a dry run a day after its creation.
   */
  removeInput?(deps: JobDeps, job: RunningJob): Promise<void>;
}

export type FindType = (id: string) => JobType | undefined;

/** Finds the built-in types and those of plugins, which may replace built-in ones. */
export function jobTypeFinder(types: readonly JobType[], providers: ProviderRegistry): FindType {
  const builtIn = new Map(types.map((type) => [type.id, type]));
  return (id) => {
    const pluginType = providers.batchJobs.find(id);
    return pluginType ? pluginJobType(pluginType) : builtIn.get(id);
  };
}

/** Adapts a plugin's job type to the interface of the built-in types. */
const pluginJobType = (type: BatchJobType): JobType => ({
  id: type.id,
  permission: "plugins:write",
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
