import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config.ts";
import type { DrainTimes } from "../http/graceful-close.ts";
import { CommandProblem } from "./command.ts";
import { atOnce, replaced } from "./drain-times.ts";
import type { Running } from "./serve.ts";
import { type FromWorker, leave, mayGo } from "./worker-words.ts";

const RESTART_PAUSE = 1_000;

/**
 * Several processes on one port. They hold no state that another would miss, so one that dies is simply replaced. The
 * port belongs to the process that starts them: as long as it lives, connections wait for whoever takes them.
 */
export class Workers {
  private readonly serving = new Set<Worker>();
  private readonly starting = new Set<Promise<unknown>>();
  /** Resolves when the worker can be talked to. */
  private readonly isHere = new WeakMap<Worker, Promise<void>>();
  private isClosing = false;
  private restarting: Promise<void> | undefined;
  private isAskedAgain = false;

  private constructor(private readonly environment: NodeJS.ProcessEnv) {}

  static async start(
    config: Config,
    shared: { databaseUrl: string; jwtSecret: string },
  ): Promise<Running & { restart(): void }> {
    const environment = {
      ...process.env,
      PORT: String(config.port),
      HOST: config.host,
      DATABASE_URL: shared.databaseUrl,
      TRADEWIND_JWT_SECRET: shared.jwtSecret,
    };
    const workers = new Workers(environment);
    const added = Array.from({ length: config.workers }, () => workers.add());
    const [port] = await Promise.all(added).catch(async (error) => {
      await workers.close(atOnce);
      throw error;
    });
    return {
      port: port!,
      close: (drainTimes) => workers.close(drainTimes),
      restart: () => workers.restart(),
    };
  }

  /** Resolves with the port when the new worker listens. */
  private add(): Promise<number> {
    const started = this.fork().finally(() => this.starting.delete(started));
    this.starting.add(started);
    return started;
  }

  private async fork(): Promise<number> {
    const worker = cluster.fork(this.environment);
    // A word to a worker that has just died.
    worker.on("error", () => {});
    const handedOver = watchConnections(worker);
    const here = new Promise<void>((resolve) => {
      worker.on("message", (word: FromWorker) => {
        if (word === "here") resolve();
        // Whatever connection was on its way to the worker is there before this answer, and has been given back.
        else if (worker.isConnected()) worker.send(mayGo);
      });
    });
    this.isHere.set(worker, here);
    const port = await new Promise<number>((resolve, reject) => {
      worker.once("listening", (address) => resolve(address.port));
      worker.once("exit", (code, signal) =>
        reject(
          new CommandProblem(`a worker ended at its start (${signal ?? code}); the reason stands above`),
        ),
      );
    });
    this.serving.add(worker);
    worker.once("exit", () => {
      if (!this.serving.delete(worker)) return;
      handedOver.closeLast();
      if (!this.isClosing) void this.replaceDead();
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
        console.error(`tradewind: ${(error as Error).message}; it will be tried again`);
      }
    }
  }

  /** All workers are replaced one after the other; who asks while it goes on, gets another round. */
  restart(): void {
    this.isAskedAgain = this.restarting !== undefined;
    this.restarting ??= this.replaceAll().finally(() => {
      this.restarting = undefined;
      if (this.isAskedAgain && !this.isClosing) this.restart();
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
        console.error(`tradewind: ${(error as Error).message}; those that run are kept`);
        return;
      }
      await this.dismiss(old, replaced);
    }
    console.log("tradewind: all workers were replaced");
  }

  private async dismiss(worker: Worker, drainTimes: DrainTimes): Promise<void> {
    this.serving.delete(worker);
    if (worker.isDead()) return;
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    await Promise.race([this.isHere.get(worker), ended]);
    if (worker.isConnected()) worker.send(leave(drainTimes));
    await ended;
  }

  private async close(drainTimes: DrainTimes): Promise<void> {
    this.isClosing = true;
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(all.map((worker) => this.dismiss(worker, drainTimes)));
  }
}

type Handle = { close?(): void } | undefined;

/**
 * Node hands a worker one connection after the other, and keeps each until the worker has it. One that was on its way
 * to a worker that died would stay open for ever, and its client would wait for ever: it is closed instead.
 */
function watchConnections({ process: child }: Worker): { closeLast(): void } {
  const send = child.send.bind(child) as (message: unknown, handle?: Handle, ...rest: unknown[]) => boolean;
  let last: Handle;
  child.send = ((message: unknown, handle: Handle, ...rest: unknown[]) => {
    last = handle ?? last;
    return send(message, handle, ...rest);
  }) as typeof child.send;
  // Nothing happens to one that the worker had taken: here it is closed already.
  return { closeLast: () => last?.close?.() };
}
