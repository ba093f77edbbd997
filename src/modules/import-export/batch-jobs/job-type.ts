import type { Config } from "../../../config.ts";
import type { Db, Tx } from "../../../db/database.ts";
import type { Graph } from "../../../graph/graph.ts";
import type { ProviderRegistry } from "../../../providers/registry.ts";

type Json = Record<string, unknown>;

export interface JobDeps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
  config: Config;
}

/** A batch job as its type sees it. */
export interface RunningJob {
  id: string;
  /** The administrator who created it. */
  createdBy: string | null;
  isDryRun: boolean;
  context: Json;
  result: Json;
}

/** What is shown of the job from now on; merged into what was there. */
export interface JobChanges {
  context?: Json;
  result?: Json;
}

/** For work that takes long. */
export interface JobWatch {
  /** The process is about to end: return soon; the next run goes on. */
  isStopping(): boolean;
  /** Asks the database, so not for every row. */
  isCanceled(): Promise<boolean>;
  /**
   * To be called again and again in loops: ends the work (by throwing) when the job was canceled, when another run has
   * taken its place, or when the process is about to end. Costs nothing most of the time.
   */
  goOn(): Promise<void>;
}

/** One run of a job. After a crash there is another one, with the job as of the last chunk that was committed. */
export interface JobRun extends JobWatch {
  /**
   * Does a part of the work and notes how far it got, in one transaction: both hold or neither. Ends the run when
   * the job was canceled, or when another run has taken its place; nothing of the chunk is kept then. The work may be
   * done again when the database asks for it, so it must have no effect outside of the transaction.
   */
  inChunk(work: (tx: Tx) => Promise<JobChanges>): Promise<void>;
}

/** A kind of long work that comes with the shop. */
export interface JobType {
  /** The `type` of the job, e.g. `product-export`. */
  readonly id: string;
  /** What the context of a request becomes, or a refusal. */
  checkedContext(deps: JobDeps, context: Json): Promise<Json>;
  /** Says what would be done, also for a dry run. Changes nothing in the shop. */
  preProcess(deps: JobDeps, job: RunningJob, watch: JobWatch): Promise<JobChanges>;
  /** Does it, chunk by chunk. What it throws fails the job and is shown in `result.errors`. */
  process(deps: JobDeps, job: RunningJob, run: JobRun): Promise<JobChanges>;
  /** Removes what a job that was canceled or failed has left outside of the database. */
  cleanUp?(deps: JobDeps, job: RunningJob): Promise<void>;
  /** Removes what was given to the job to work with, once it is over; of a failed one a day later, as people look why, and of a dry run a day after it was made. */
  removeInput?(deps: JobDeps, job: RunningJob): Promise<void>;
}
