import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config.ts";
import { pendingMigrations } from "../db/migrations/migrate.ts";
import type { DrainTimes } from "../http/graceful-close.ts";
import { startTracing } from "../telemetry/start-tracing.ts";
import { CommandProblem } from "./command.ts";
import { type OpenedDatabase, openConfigured } from "./database.ts";
import { secretsOf } from "./secrets.ts";
import { buildServer } from "./serve.ts";
import { drainMilliseconds, drainTimesOf, listenForStop, STOP_TIMEOUT } from "./stop-signal.ts";

/** Messages of the parent, which owns the port, to its workers. */
type ToWorker = { leave: DrainTimes } | typeof exitAllowed;

/** Messages of a worker to its parent. A worker receives messages only after it has sent `here`. */
export type FromWorker = "here" | "going";

/** Drain connections, then exit. */
export const stopWorker = (drain: DrainTimes): ToWorker => ({ leave: drain });

export const exitAllowed = "go";

/** One of several processes. Its parent has already prepared the database. */
export async function runWorker(config: Config): Promise<number> {
  const stopping = waitForStop(config);
  const tracing = await startTracing(config);
  const opened = await openConfigured(config, "server", tracing);
  try {
    await refuseOldSchema(opened);
    const server = await buildServer({ config, db: opened.db, secrets: secretsOf(config), tracing });
    const running = await server.listen();
    await running.close(await stopping);
    await awaitExitAllowed();
    return 0;
  } finally {
    await opened.close();
    await tracing?.stop();
    // The channel to the parent would keep this process alive.
    process.removeAllListeners("disconnect");
    if (process.connected) process.disconnect();
  }
}

/** Resolves when the parent sends a message, after SIGTERM, or when the parent has exited. */
async function waitForStop(config: Config): Promise<DrainTimes> {
  // A terminal sends these signals to all processes; the parent decides what they mean.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  let drain = drainTimesOf(config);
  const stop = listenForStop({ signals: ["SIGTERM"], before: drainMilliseconds(drain) });
  let isStopping = false;
  process.on("message", (message: ToWorker) => {
    if (message === exitAllowed || isStopping) return;
    isStopping = true;
    drain = message.leave;
    setTimeout(() => process.exit(1), STOP_TIMEOUT + drainMilliseconds(drain)).unref();
    stop.now();
  });
  sendToParent("here");
  process.once("disconnect", () => {
    // The parent got a second signal and has exited.
    if (isStopping) process.exit(1);
    stop.now();
  });
  await stop.requested;
  isStopping = true;
  return drain;
}

/** New code on an old schema would fail at every request; the workers with the old code keep running instead. */
async function refuseOldSchema({ db }: OpenedDatabase): Promise<void> {
  const pending = await pendingMigrations((text) => db.pool.query(text));
  if (pending.length === 0) return;
  throw new CommandProblem(`${pending.length} migrations are pending; run: tradewind migrate`);
}

// Ignores errors: the parent may have exited.
const sendToParent = (message: FromWorker) => process.send?.(message, undefined, undefined, () => {});

/** The parent may have handed over a connection after this process stopped accepting. It is returned before the process exits. */
async function awaitExitAllowed(): Promise<void> {
  if (!process.connected) return;
  sendToParent("going");
  const answer = new Promise<void>((resolve) => {
    process.on("message", (message: ToWorker) => message === exitAllowed && resolve());
  });
  await Promise.race([answer, once(process, "disconnect"), pause(1_000)]);
}
