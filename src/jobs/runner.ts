import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Runner } from "graphile-worker";
import type { Db } from "../db/database.ts";
import { autocommit } from "../db/transaction.ts";
import { QUEUE_SCHEMA } from "./queue.ts";
import { QueuePool } from "./queue-pool.ts";
import { Schedules } from "./schedules.ts";
import { forgetWorker, releaseJobsOfDead, releaseJobsUnheardOf, saveSeen } from "./worker-store.ts";

/** What a task knows about its run. */
export interface JobRun {
  /** 1 at the first try. */
  attempt: number;
  /** The process is about to end: finish soon, and leave the rest to the next run. */
  isStopping(): boolean;
}

export type Task = (payload: Record<string, unknown>, run: JobRun) => Promise<void>;

/**
 * Thrown by a task whose work another run does by now, because this process seemed dead for a while. The entry in the
 * queue is that run's: returning would remove it, and no run would continue if that one dies.
 */
export class TakenOver extends Error {
  override readonly name = "TakenOver";
}

/** Work that is due again and again. */
export interface Schedule {
  task: string;
  /** Five fields, as in a crontab, in UTC. */
  pattern: string;
}

export interface RunnerOptions {
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
const PAUSE_AFTER_TROUBLE = 1_000;

/**
 * Works on the jobs in the queue. Every process that runs one shows that it is alive; what a dead one had begun is
 * begun again after seconds, so tasks must tolerate to be run twice.
 */
export class JobRunner {
  private runner: Runner | undefined;
  private pool: QueuePool | undefined;
  private schedules: Schedules | undefined;
  private heart: NodeJS.Timeout | undefined;
  /** What the jobs that this process works on are locked by. */
  private poolId: string | undefined;
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private beating: Promise<void> | undefined;

  constructor(private readonly options: RunnerOptions) {}

  /** Resolves when it works, or when it cannot yet: then it goes on trying. */
  async start(): Promise<void> {
    await new Promise<void>((tried) => {
      this.running = this.keepRunning(tried);
    });
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /**
   * The library gives up when the database is gone at the moment at which a job ends. What this process has begun and
   * not ended then runs again, in any process.
   */
  private async keepRunning(tried: () => void): Promise<void> {
    // Loaded when it is needed: the server answers requests before.
    const library = await import("graphile-worker");
    this.schedules = new Schedules(
      library.parseCronItems(this.options.schedules.map(({ task, pattern }) => ({ task, match: pattern }))),
    );
    // Connections of its own: one of them listens all the time.
    this.pool = new QueuePool({ ...this.options.db.direct, max: this.options.concurrency + 2 });
    this.heart = setInterval(() => this.beat(), HEARTBEAT);
    while (!this.isStopping) {
      try {
        this.runner = await this.run(library);
        this.beat();
        tried();
        // Stopped while it started.
        if (this.isStopping) await this.runner.stop().catch(() => {});
        await this.runner.promise;
      } catch (error) {
        this.options.log.warn({ err: error }, "jobs cannot be worked on; it will be tried again");
      }
      tried();
      await delay(PAUSE_AFTER_TROUBLE, undefined, { signal: this.stopping.signal }).catch(() => {});
    }
    tried();
  }

  private run({ Logger, run }: typeof import("graphile-worker")): Promise<Runner> {
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
        if (level === "error" && !(meta?.error instanceof TakenOver)) log.error({ ...meta }, message);
        else if (level === "error" || level === "warning") log.warn({ ...meta }, message);
      }),
    });
  }

  /** Waits for what is running; tasks see that it is time to stop. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.runner?.stop().catch(() => {});
    await this.running.catch(() => {});
    clearInterval(this.heart);
    await this.beating;
    if (this.poolId) await forgetWorker(autocommit(this.options.db), this.poolId).catch(() => {});
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

  /** A process that seemed dead may be given what it is still working on: that is one piece of work, with one end. */
  private once(jobId: string, work: () => Promise<void>): Promise<void> {
    const begun = this.underWay.get(jobId) ?? work().finally(() => this.underWay.delete(jobId));
    this.underWay.set(jobId, begun);
    return begun;
  }

  /** One at a time: a database that does not answer must not get all connections of the process. */
  private beat(): void {
    if (!this.poolId || this.beating) return;
    this.beating = this.showAlive(this.poolId)
      .catch((error) =>
        this.options.log.warn({ err: error }, "the job runner could not show that it is alive"),
      )
      .finally(() => {
        this.beating = undefined;
      });
  }

  private async showAlive(poolId: string): Promise<void> {
    const on = autocommit(this.options.db);
    const now = await saveSeen(on, poolId);
    await releaseJobsOfDead(on);
    await releaseJobsUnheardOf(on, poolId, [...this.underWay.keys()]);
    await this.schedules?.enqueueDue(on, now);
  }
}
