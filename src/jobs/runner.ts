import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Runner } from "graphile-worker";
import type { Db } from "../db/database.ts";
import { autocommit } from "../db/transaction.ts";
import { QUEUE_SCHEMA } from "./queue.ts";
import { QueuePool } from "./queue-pool.ts";
import { Schedules } from "./schedules.ts";
import { deleteWorker, releaseJobsOfDeadWorkers, releaseUnknownJobs, saveHeartbeat } from "./worker-store.ts";

/** What a task knows about its run. */
export interface JobRun {
  /** 1 at the first attempt. */
  attempt: number;
  /** The process is stopping: finish soon, and leave the rest to the next run. */
  isStopping(): boolean;
}

export type Task = (payload: Record<string, unknown>, run: JobRun) => Promise<void>;

/**
 * Thrown by a task whose work another run does by now, because this process seemed dead for a while. The entry in the
 * queue is that run's: returning would remove it, and no run would continue if that one dies.
 */
export class JobClaimed extends Error {
  override readonly name = "JobClaimed";
}

/** A task that runs periodically. */
export interface Schedule {
  task: string;
  /** Five fields, as in a crontab, in UTC. */
  pattern: string;
  /** It runs once at the start of a process if it was due while none ran. Otherwise that is only so for the last hour of a process. */
  isMadeUpFor?: boolean;
}

interface RunnerOptions {
  db: Db;
  tasks: Readonly<Record<string, Task>>;
  schedules: readonly Schedule[];
  /** Jobs at the same time in this process. */
  concurrency: number;
  log: Log;
}

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const HEARTBEAT = 2_000;
const RESTART_PAUSE = 1_000;

/**
 * Runs the jobs of the queue. Every process with a runner writes a heartbeat. Jobs of a dead process are run again after some
 * seconds, so tasks must be idempotent.
 */
export class JobRunner {
  private runner: Runner | undefined;
  private pool: QueuePool | undefined;
  private schedules: Schedules | undefined;
  private heartbeatTimer: NodeJS.Timeout | undefined;
  /** The jobs of this process are locked by this id. */
  private poolId: string | undefined;
  private readonly runningJobs = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private beating: Promise<void> | undefined;

  constructor(private readonly options: RunnerOptions) {}

  /** Resolves after the first attempt to start; further attempts follow if it failed. */
  async start(): Promise<void> {
    await new Promise<void>((tried) => {
      this.loop = this.runUntilStopped(tried);
    });
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /**
   * The library stops if the database cannot be reached at the moment at which a job ends. The unfinished jobs of this
   * process then run again, in any process.
   */
  private async runUntilStopped(tried: () => void): Promise<void> {
    // Loaded late: the server answers requests before.
    const library = await import("./queue-library.ts");
    this.schedules = new Schedules(
      library.parseCronItems(this.options.schedules.map(({ task, pattern }) => ({ task, match: pattern }))),
      this.options.schedules.filter(({ isMadeUpFor }) => isMadeUpFor).map(({ task }) => task),
    );
    // A separate pool: one of its connections listens all the time.
    this.pool = new QueuePool({ ...this.options.db.direct, max: this.options.concurrency + 2 });
    this.heartbeatTimer = setInterval(() => this.beat(), HEARTBEAT);
    while (!this.isStopping) {
      try {
        this.runner = await this.run(library);
        this.beat();
        tried();
        // Stopped while it started.
        if (this.isStopping) await this.runner.stop().catch(() => {});
        await this.runner.promise;
      } catch (error) {
        this.options.log.warn({ err: error }, "the job runner stopped; restarting it");
      }
      tried();
      await delay(RESTART_PAUSE, undefined, { signal: this.stopping.signal }).catch(() => {});
    }
    tried();
  }

  private run({ Logger, run }: typeof import("./queue-library.ts")): Promise<Runner> {
    const { concurrency, log } = this.options;
    const events = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => {
      this.poolId = workerPool.id;
    });
    return run({
      pgPool: this.pool!,
      schema: QUEUE_SCHEMA,
      taskList: this.taskList(),
      concurrency,
      noHandleSignals: true,
      events: events as never,
      // With a delay the library records the end of a job without waiting for it: a failure would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message, meta) => {
        if (level === "error" && !(meta?.error instanceof JobClaimed)) log.error({ ...meta }, message);
        else if (level === "error" || level === "warning") log.warn({ ...meta }, message);
      }),
    });
  }

  /** Waits for running tasks; they see `isStopping`. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.runner?.stop().catch(() => {});
    await this.loop.catch(() => {});
    clearInterval(this.heartbeatTimer);
    await this.beating;
    if (this.poolId) await deleteWorker(autocommit(this.options.db), this.poolId).catch(() => {});
    await this.pool?.end().catch(() => {});
  }

  private taskList() {
    const run = (attempt: number): JobRun => ({ attempt, isStopping: () => this.isStopping });
    return Object.fromEntries(
      Object.entries(this.options.tasks).map(([name, task]) => [
        name,
        (payload: unknown, { job }: { job: { id: string; attempts: number } }) =>
          this.once(job.id, () => task((payload ?? {}) as Record<string, unknown>, run(job.attempts))),
      ]),
    );
  }

  /** A process that seemed dead may get a job that it is still running. Then both are the same run. */
  private once(jobId: string, work: () => Promise<void>): Promise<void> {
    const run = this.runningJobs.get(jobId) ?? work().finally(() => this.runningJobs.delete(jobId));
    this.runningJobs.set(jobId, run);
    return run;
  }

  /** One at a time: if the database does not answer, heartbeats must not use all connections of the process. */
  private beat(): void {
    if (!this.poolId || this.beating) return;
    this.beating = this.heartbeat(this.poolId)
      .catch((error) => this.options.log.warn({ err: error }, "the heartbeat of the job runner failed"))
      .finally(() => {
        this.beating = undefined;
      });
  }

  private async heartbeat(poolId: string): Promise<void> {
    const on = autocommit(this.options.db);
    const now = await saveHeartbeat(on, poolId);
    await releaseJobsOfDeadWorkers(on);
    await releaseUnknownJobs(on, poolId, [...this.runningJobs.keys()]);
    await this.schedules?.enqueueDue(on, now);
  }
}

/** The background tasks of a module. */
export interface Work {
  tasks: Readonly<Record<string, Task>>;
  schedules?: readonly Schedule[];
}
