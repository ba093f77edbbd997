import { EventEmitter } from "node:events";
import type { Runner } from "graphile-worker";
import pg from "pg";
import type { Db } from "../db/database.ts";
import { alone } from "../db/transaction.ts";
import { QUEUE_SCHEMA } from "./queue.ts";
import { forgetWorkers, releaseJobsOfDead, saveSeen } from "./worker-store.ts";

/** What a task is told of the run it is in. */
export interface JobRun {
  /** 1 at the first try. */
  attempt: number;
  /** The process is about to end: finish soon, and leave the rest to the next run. */
  isStopping(): boolean;
}

export type Task = (payload: Record<string, unknown>, run: JobRun) => Promise<void>;

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
  private readonly workerIds = new Set<string>();
  private isStopping = false;
  private beating: Promise<void> = Promise.resolve();

  constructor(private readonly options: RunnerOptions) {}

  async start(): Promise<void> {
    // Loaded when it is needed: the server answers requests before.
    const { Logger, run } = await import("graphile-worker");
    if (this.isStopping) return;
    const { db, schedules, concurrency, log } = this.options;
    const events = new EventEmitter();
    events.on("worker:create", ({ worker }) => this.workerIds.add(worker.workerId));
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
        if (level === "error") log.error({ ...meta }, message);
        else if (level === "warning") log.warn({ ...meta }, message);
      }),
    });
    this.heart = setInterval(() => this.beat(), HEARTBEAT);
    this.beat();
  }

  /** Waits for what is running; tasks see that it is time to stop. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.heart);
    await this.beating;
    await this.runner?.stop().catch(() => {});
    await this.runner?.promise.catch(() => {});
    await forgetWorkers(alone(this.options.db), [...this.workerIds]).catch(() => {});
    await this.pool?.end().catch(() => {});
  }

  private taskList() {
    const run = (attempt: number): JobRun => ({ attempt, isStopping: () => this.isStopping });
    return Object.fromEntries(
      Object.entries(this.options.tasks).map(([name, task]) => [
        name,
        (payload: unknown, { job }: { job: { attempts: number } }) =>
          task((payload ?? {}) as Record<string, unknown>, run(job.attempts)),
      ]),
    );
  }

  private beat(): void {
    const tx = alone(this.options.db);
    this.beating = saveSeen(tx, [...this.workerIds])
      .then(() => releaseJobsOfDead(tx))
      .catch((error) =>
        this.options.log.warn({ err: error }, "the job runner could not show that it is alive"),
      );
  }
}
