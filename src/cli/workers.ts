import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config.ts";
import type { DrainTimes } from "../http/graceful-close.ts";
import { CommandProblem } from "./command.ts";
import type { Running } from "./serve.ts";
import { noDrain, replacedWorker } from "./stop-signal.ts";
import { exitAllowed, type FromWorker, stopWorker } from "./worker-process.ts";

const RESTART_PAUSE = 1_000;

/**
 * Several processes on one port. They hold no state that others need, so a dead one is replaced. The parent process owns the port:
 * while it runs, connections wait until a worker accepts them.
 */
export class Workers {
  private readonly serving = new Set<Worker>();
  private readonly starting = new Set<Promise<unknown>>();
  /** Resolves when the worker receives messages. */
  private readonly isReady = new WeakMap<Worker, Promise<void>>();
  private isClosing = false;
  private restarting: Promise<void> | undefined;
  private isRestartRequested = false;

  private constructor(private readonly environment: NodeJS.ProcessEnv) {}

  static async start(
    config: Config,
    shared: { databaseUrl: string },
  ): Promise<Running & { restart(): void }> {
    const environment = {
      ...process.env,
      PORT: String(config.port),
      HOST: config.host,
      DATABASE_URL: shared.databaseUrl,
    };
    const workers = new Workers(environment);
    const added = Array.from({ length: config.workers }, () => workers.add());
    const [port] = await Promise.all(added).catch(async (error) => {
      await workers.close(noDrain);
      throw error;
    });
    return { port: port!, close: (drain) => workers.close(drain), restart: () => workers.restart() };
  }

  /** Resolves with the port when the new worker listens. */
  private add(): Promise<number> {
    const started = this.fork().finally(() => this.starting.delete(started));
    this.starting.add(started);
    return started;
  }

  private async fork(): Promise<number> {
    const worker = cluster.fork(this.environment);
    // A message to a worker that has just died.
    worker.on("error", () => {});
    const handedOver = watchConnections(worker);
    const ready = new Promise<void>((resolve) => {
      worker.on("message", (message: FromWorker) => {
        if (message === "here") resolve();
        // A connection that was sent to the worker arrives before this message, and has been returned.
        else if (worker.isConnected()) worker.send(exitAllowed);
      });
    });
    this.isReady.set(worker, ready);
    const port = await new Promise<number>((resolve, reject) => {
      worker.once("listening", (address) => resolve(address.port));
      worker.once("exit", (code, signal) =>
        reject(new CommandProblem(`a worker failed to start (${signal ?? code}); the reason is above`)),
      );
    });
    this.serving.add(worker);
    worker.once("exit", (code, signal) => {
      if (!this.serving.delete(worker)) return;
      handedOver.closeLast();
      if (this.isClosing) return;
      console.warn(`tradewind: worker ${worker.process.pid} ended (${signal ?? code}); starting another`);
      void this.replaceDead();
    });
    return port;
  }

  private async replaceDead(): Promise<void> {
    while (!this.isClosing) {
      await pause(RESTART_PAUSE);
      if (this.isClosing) return;
      try {
        await this.add();
        return;
      } catch (error) {
        console.error(`tradewind: ${(error as Error).message}; retrying`);
      }
    }
  }

  /** Replaces all workers one after the other. A second call during that starts another round afterwards. */
  restart(): void {
    this.isRestartRequested = this.restarting !== undefined;
    this.restarting ??= this.replaceAll().finally(() => {
      this.restarting = undefined;
      if (this.isRestartRequested && !this.isClosing) this.restart();
    });
  }

  private async replaceAll(): Promise<void> {
    await Promise.allSettled(this.starting);
    for (const old of [...this.serving]) {
      if (this.isClosing) return;
      if (!this.serving.has(old)) continue;
      try {
        await this.add();
      } catch (error) {
        console.error(`tradewind: ${(error as Error).message}; the running workers stay`);
        return;
      }
      await this.stopOne(old, replacedWorker);
    }
    console.log("tradewind: all workers were replaced");
  }

  private async stopOne(worker: Worker, drain: DrainTimes): Promise<void> {
    this.serving.delete(worker);
    if (worker.isDead()) return;
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    await Promise.race([this.isReady.get(worker), ended]);
    if (worker.isConnected()) worker.send(stopWorker(drain));
    await ended;
  }

  private async close(drain: DrainTimes): Promise<void> {
    this.isClosing = true;
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(all.map((worker) => this.stopOne(worker, drain)));
  }
}

type Handle = { close?(): void } | undefined;

/**
 * Node hands connections to a worker one by one, and holds each until the worker has it. If the worker dies in between, the
 * connection would stay open and its client would wait forever. So it is closed.
 */
function watchConnections({ process: child }: Worker): { closeLast(): void } {
  const send = child.send.bind(child) as (message: unknown, handle?: Handle, ...rest: unknown[]) => boolean;
  let last: Handle;
  child.send = ((message: unknown, handle: Handle, ...rest: unknown[]) => {
    last = handle ?? last;
    return send(message, handle, ...rest);
  }) as typeof child.send;
  // A connection that the worker has accepted is closed here already.
  return { closeLast: () => last?.close?.() };
}
