import { EventEmitter } from "node:events";
import type { Runner } from "graphile-worker";
import pg from "pg";
import type { Db } from "../db/database.ts";
import { alone } from "../db/transaction.ts";
import { QUEUE_SCHEMA } from "./queue.ts";
import { forgetWorker, releaseJobsOfDead, saveSeen } from "./worker-store.ts";

/** What a task is told of the run it is in. */
export interface JobRun {
  /** 1 at the first try. */
  attempt: number;
  /** The process is about to end: finish soon, and leave the rest to the next run. */
  isStopping(): boolean;
}

export type Task = (payload: Record<string, unknown>, run: JobRun) => Promise<void>;

/**
 * Thrown by a task whose work another run does by now, because this process seemed dead for a while. The entry in the
 * queue is that run's: returning would remove it, and nobody would go on should that run die.
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

/**
 * Works on the jobs in the queue. Every process that runs one shows that it is alive; what a dead one had begun is
 * begun again after seconds, so tasks must tolerate to be run twice.
 */
export class JobRunner {
  private runner: Runner | undefined;
  private pool: pg.Pool | undefined;
  private heart: NodeJS.Timeout | undefined;
  /** What the jobs that this process works on are locked by. */
  private poolId: string | undefined;
  private readonly underWay = new Map<string, Promise<void>>();
  private isStopping = false;
  private starting: Promise<void> = Promise.resolve();
  private beating: Promise<void> = Promise.resolve();

  constructor(private readonly options: RunnerOptions) {}

  start(): Promise<void> {
    this.starting = this.begin();
    return this.starting;
  }

  private async begin(): Promise<void> {
    // Loaded when it is needed: the server answers requests before.
    const { Logger, run } = await import("graphile-worker");
    if (this.isStopping) return;
    const { db, schedules, concurrency, log } = this.options;
    const events = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => {
      this.poolId = workerPool.id;
    });
    // Connections of its own: one of them listens all the time.
    this.pool = new pg.Pool({ ...db.pool.options, max: concurrency + 2 });
    // A connection that breaks is replaced; the library reports what it was doing.
    this.pool.on("error", () => {});
    this.pool.on("connect", (client) => client.on("error", () => {}));
    this.runner = await run({
      pgPool: this.pool,
      schema: QUEUE_SCHEMA,
      taskList: this.taskList(),
      crontab: schedules.map(({ task, pattern }) => `${pattern} ${task}`).join("\n"),
      concurrency,
      noHandleSignals: true,
      events: events as never,
      logger: new Logger(() => (level, message, meta) => {
        if (level === "error" && !(meta?.["error"] instanceof TakenOver)) log.error({ ...meta }, message);
        else if (level === "error" || level === "warning") log.warn({ ...meta }, message);
      }),
    });
    this.heart = setInterval(() => this.beat(), HEARTBEAT);
    this.beat();
  }

  /** Waits for what is running; tasks see that it is time to stop. */
  async stop(): Promise<void> {
    this.isStopping = true;
    // Halfway through its start it would go on with connections that are closed.
    await this.starting.catch(() => {});
    clearInterval(this.heart);
    await this.beating;
    await this.runner?.stop().catch(() => {});
    await this.runner?.promise.catch(() => {});
    if (this.poolId) await forgetWorker(alone(this.options.db), this.poolId).catch(() => {});
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

  private beat(): void {
    if (!this.poolId) return;
    const tx = alone(this.options.db);
    this.beating = saveSeen(tx, this.poolId)
      .then(() => releaseJobsOfDead(tx))
      .catch((error) =>
        this.options.log.warn({ err: error }, "the job runner could not show that it is alive"),
      );
  }
}
