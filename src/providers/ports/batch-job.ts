import type { ProviderData } from "./common.ts";

export interface BatchJob {
  id: string;
  /** The admin user who created it. */
  createdBy: string | null;
  isDryRun: boolean;
  context: ProviderData;
  result: ProviderData;
}

/** Merged into the context and result that the user sees. */
export interface BatchJobChanges {
  context?: ProviderData;
  result?: ProviderData;
}

export interface BatchJobRun {
  /**
   * Saves progress: after a crash, `process` is called again with the job as of the last checkpoint. Rejects when the job was
   * canceled, when another process has claimed it, or when the process is stopping: do not catch it.
   */
  checkpoint(changes: BatchJobChanges): Promise<void>;
  /** True after the user canceled the job: stop, and remove partial results. */
  isCanceled(): Promise<boolean>;
}

/** A type of batch job that users start with `POST /admin/batch-jobs`. */
export interface BatchJobType {
  /** The `type` of the job, e.g. `product-export`. */
  readonly id: string;
  /** After creation, also for a dry run: returns the planned work. Must not change anything in the shop. */
  preProcess(job: BatchJob): Promise<BatchJobChanges>;
  /** After confirmation: does the work. An error fails the job and is shown in `result.errors`. */
  process(job: BatchJob, run: BatchJobRun): Promise<BatchJobChanges>;
}
