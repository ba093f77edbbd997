import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { Pace, PacedWork } from "../../../../jobs/pace.ts";
import { type BatchJob, belongsTo, stateOfJob } from "../batch-job.ts";
import { findJob, lockJob, saveJob } from "../batch-job-store.ts";
import { batchJobEvents } from "../events.ts";
import { RunEnded } from "../job-failure.ts";
import type { JobChanges, JobRun, JobWatch } from "../job-type.ts";

/** In milliseconds: a canceled job ends within a second. */
const CHECK_INTERVAL = 500;

interface WatchOptions {
  db: Db;
  jobId: string;
  mayContinue: (job: BatchJob) => boolean;
  isStopping: () => boolean;
  pace: Pace;
}

/** Checks whether a step of a job has to end early. */
export class RunWatch implements JobWatch {
  /** The job type has seen that the process is stopping: if it returns then, its work may be incomplete. */
  hasReportedStop = false;
  protected readonly work: PacedWork;
  private checkedAt = performance.now();

  constructor(protected readonly options: WatchOptions) {
    this.work = options.pace.begin();
  }

  isStopping(): boolean {
    const isStopping = this.options.isStopping();
    this.hasReportedStop ||= isStopping;
    return isStopping;
  }

  async isCanceled(): Promise<boolean> {
    const job = await findJob(this.options.db, this.options.jobId);
    return job === null || stateOfJob(job) === "canceled";
  }

  async throwIfEnded(): Promise<void> {
    await this.work.rest();
    this.throwIfStopping();
    if (performance.now() - this.checkedAt < CHECK_INTERVAL) return;
    const job = await findJob(this.options.db, this.options.jobId);
    this.check(job);
    this.checkedAt = performance.now();
  }

  protected throwIfStopping(): void {
    if (this.isStopping()) throw new RunEnded("stopping");
  }

  protected check(job: BatchJob | null): void {
    if (job && this.options.mayContinue(job)) return;
    throw new RunEnded(job === null || stateOfJob(job) === "canceled" ? "canceled" : "replaced");
  }
}

export class Run extends RunWatch implements JobRun {
  constructor(options: Omit<WatchOptions, "mayContinue"> & { runId: string }) {
    super({ ...options, mayContinue: (job) => belongsTo(job, options.runId) });
  }

  async inChunk(work: (tx: Tx) => Promise<JobChanges>): Promise<void> {
    await this.work.rest();
    this.throwIfStopping();
    await inTransaction(this.options.db, async (tx) => {
      await this.lockOwnJob(tx);
      const { context, result } = await work(tx);
      if (!context && !result) return;
      await saveJob(tx, { id: this.options.jobId, context, result });
      await batchJobEvents.announce(tx, "batch.updated", { id: this.options.jobId });
    });
  }

  /** Locks the job and checks that it still belongs to this run. */
  async lockOwnJob(tx: Tx): Promise<BatchJob> {
    const job = await lockJob(tx, this.options.jobId);
    this.check(job);
    return job;
  }
}
