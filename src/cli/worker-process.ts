import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config.ts";
import { pendingMigrations } from "../db/migrate.ts";
import type { DrainTimes } from "../http/graceful-close.ts";
import { CommandProblem } from "./command.ts";
import { type OpenedDatabase, openConfigured } from "./database.ts";
import { drainTimesOf, milliseconds } from "./drain-times.ts";
import { jwtSecretOf } from "./secrets.ts";
import { serve } from "./serve.ts";
import { PATIENCE, stopRequested } from "./stop-signal.ts";
import { type FromWorker, mayGo, type ToWorker } from "./worker-words.ts";

/** One of several processes: the database is already prepared by the one that started it. */
export async function runWorker(config: Config): Promise<number> {
  const leaving = toldToLeave(config);
  const opened = await openConfigured(config, "server");
  try {
    await refuseOldSchema(opened);
    const running = await serve({ config, db: opened.db, jwtSecret: jwtSecretOf(config) });
    await running.close(await leaving);
    await sayGoodbye();
    return 0;
  } finally {
    await opened.close();
    // The channel to the parent would keep this process alive.
    process.removeAllListeners("disconnect");
    if (process.connected) process.disconnect();
  }
}

/** Resolves with how to leave: when the parent says so, or somebody by SIGTERM, or when the parent is gone. */
async function toldToLeave(config: Config): Promise<DrainTimes> {
  // A terminal sends these to all processes alike; what they mean is decided by the parent.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  let drainTimes = drainTimesOf(config);
  const stop = stopRequested({ signals: ["SIGTERM"], before: milliseconds(drainTimes) });
  let isLeaving = false;
  process.on("message", (word: ToWorker) => {
    if (word === mayGo || isLeaving) return;
    isLeaving = true;
    drainTimes = word.leave;
    setTimeout(() => process.exit(1), PATIENCE + milliseconds(drainTimes)).unref();
    stop.now();
  });
  say("here");
  process.once("disconnect", () => {
    // The parent was told twice to end, and has.
    if (isLeaving) process.exit(1);
    stop.now();
  });
  await stop.happened;
  isLeaving = true;
  return drainTimes;
}

/** New code on an old schema would fail at every request; the workers with the old code go on instead. */
async function refuseOldSchema({ db }: OpenedDatabase): Promise<void> {
  const pending = await pendingMigrations((text) => db.pool.query(text));
  if (pending.length === 0) return;
  throw new CommandProblem(`${pending.length} migrations are pending; run: tradewind migrate`);
}

// Nobody may be there any more to hear it.
const say = (word: FromWorker) => process.send?.(word, undefined, undefined, () => {});

/** A connection that was handed to this process when it stopped taking any is given back before it ends. */
async function sayGoodbye(): Promise<void> {
  if (!process.connected) return;
  say("going");
  const answer = new Promise<void>((resolve) => {
    process.on("message", (said: ToWorker) => said === mayGo && resolve());
  });
  await Promise.race([answer, once(process, "disconnect"), pause(1_000)]);
}
