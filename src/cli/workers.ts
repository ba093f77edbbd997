import cluster from "node:cluster";
import type { Config } from "../config.ts";
import { CommandProblem } from "./command.ts";
import type { Running } from "./serve.ts";

const RESTART_PAUSE = 1_000;

/**
 * Several processes on one port. They hold no state that another would miss, so one that dies is simply replaced.
 */
export async function runWorkers(
  config: Config,
  shared: { databaseUrl: string; jwtSecret: string },
  onFailure: (reason: string) => void,
): Promise<Running> {
  const environment = {
    ...process.env,
    PORT: String(config.port),
    HOST: config.host,
    DATABASE_URL: shared.databaseUrl,
    TRADEWIND_JWT_SECRET: shared.jwtSecret,
  };
  let isClosing = false;
  const fork = () => cluster.fork(environment);
  const port = await new Promise<number>((resolve, reject) => {
    const listening = new Set<number>();
    let known = config.port;
    cluster.on("listening", (worker, address) => {
      listening.add(worker.id);
      known = address.port;
      if (listening.size === config.workers) resolve(known);
    });
    cluster.on("exit", (worker, code) => {
      if (isClosing) return;
      if (listening.size < config.workers) {
        reject(new CommandProblem(`a worker ended at its start (code ${code}); the reason stands above`));
        onFailure("the workers did not start");
      } else if (listening.delete(worker.id)) setTimeout(fork, RESTART_PAUSE);
    });
    for (let started = 0; started < config.workers; started++) fork();
  });
  return {
    port,
    async close() {
      isClosing = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const ended = workers.map(
        (worker) => new Promise<void>((resolve) => worker.once("exit", () => resolve())),
      );
      for (const worker of workers) worker.process.kill("SIGTERM");
      await Promise.all(ended);
    },
  };
}
