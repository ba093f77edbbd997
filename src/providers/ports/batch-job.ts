import type { ProviderData } from "./common.ts";

export interface BatchJob {
  id: string;
  /** The admin user who created it. */
  createdBy: string | null;
  isDryRun: boolean;
  context: ProviderData;
  result: ProviderData;
}

/** What is shown to the user; merged into what was there. */
export interface BatchJobChanges {
  context?: ProviderData;
  result?: ProviderData;
}

export interface BatchJobRun {
  /**
   * Keeps progress: after a crash, process is called again with the job as of the last checkpoint. Rejects when the job
   * was canceled, when another run has taken its place, or when the process is about to end: let it end the work.
   */
  checkpoint(changes: BatchJobChanges): Promise<void>;
  /** True once the user canceled the job: stop, and remove what was half done. */
  isCanceled(): Promise<boolean>;
}

/** A kind of long work that users start with `POST /admin/batch-jobs`. */
export interface BatchJobType {
  /** The `type` of the job, e.g. `product-export`. */
  readonly id: string;
  /** Right after creation, also for a dry run: say what would be done. Must not change anything in the shop. */
  preProcess(job: BatchJob): Promise<BatchJobChanges>;
  /** After confirmation: do it. What it throws fails the job and is shown in `result.errors`. */
  process(job: BatchJob, run: BatchJobRun): Promise<BatchJobChanges>;
}
