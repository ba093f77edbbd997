import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type BatchJob, belongsTo, stateOfJob } from "../batch-job.ts";
import { findJob, lockJob, saveJob } from "../batch-job-store.ts";
import { RunEnded } from "../job-failure.ts";
import type { JobChanges, JobRun, JobWatch } from "../job-type.ts";

/** A job that was canceled is left within a second. */
const LOOK_EVERY = 500;

interface WatchOptions {
  db: Db;
  jobId: string;
  /** Whether the work may go on, as the job is now. */
  mayGoOn: (job: BatchJob) => boolean;
  isStopping: () => boolean;
}

/** Knows when a piece of work has to end. */
export class Watch implements JobWatch {
  /** The type was told that the process is about to end: when it returns then, it may not be done. */
  wasToldToStop = false;
  private lookedAt = performance.now();

  constructor(protected readonly options: WatchOptions) {}

  isStopping(): boolean {
    const isStopping = this.options.isStopping();
    this.wasToldToStop ||= isStopping;
    return isStopping;
  }

  async isCanceled(): Promise<boolean> {
    const job = await findJob(this.options.db, this.options.jobId);
    return job === null || stateOfJob(job) === "canceled";
  }

  async goOn(): Promise<void> {
    this.endWhenStopping();
    if (performance.now() - this.lookedAt < LOOK_EVERY) return;
    const job = await findJob(this.options.db, this.options.jobId);
    this.check(job);
    this.lookedAt = performance.now();
  }

  protected endWhenStopping(): void {
    if (this.isStopping()) throw new RunEnded("stopping");
  }

  protected check(job: BatchJob | null): void {
    if (job && this.options.mayGoOn(job)) return;
    throw new RunEnded(job === null || stateOfJob(job) === "canceled" ? "canceled" : "replaced");
  }
}

export class Run extends Watch implements JobRun {
  constructor(options: Omit<WatchOptions, "mayGoOn"> & { runId: string }) {
    super({ ...options, mayGoOn: (job) => belongsTo(job, options.runId) });
  }

  async inChunk(work: (tx: Tx) => Promise<JobChanges>): Promise<void> {
    this.endWhenStopping();
    await inTransaction(this.options.db, async (tx) => {
      await this.locked(tx);
      const { context, result } = await work(tx);
      if (!context && !result) return;
      await saveJob(tx, { id: this.options.jobId, context, result });
      await announce(tx, "batch.updated", { id: this.options.jobId });
    });
  }

  /** The job, which is still this run's until the transaction ends. */
  async locked(tx: Tx): Promise<BatchJob> {
    const job = await lockJob(tx, this.options.jobId);
    this.check(job);
    return job;
  }
}
