import { setTimeout as delay } from "node:timers/promises";
import type { JobRun, Schedule, Task, Work } from "../jobs/runner.ts";
import type { ProviderRegistry } from "../providers/registry.ts";
import type { InstalledPlugin } from "./installed-plugin.ts";
import type { Shop } from "./ports/shop.ts";
import type { PluginJob } from "./ports/work.ts";
import { jobAfterCompletion, taskAfterCompletion } from "./steps/after-completion.ts";

const TIMEOUT = 600;
/** Between two looks at whether the server stops. */
const LOOK_EVERY = 200;

/** Of a job in the queue, which all plugins share. */
export const taskOf = (plugin: string, job: string) => `plugin:${plugin}:${job}`;

/** The jobs of a plugin as tasks of the queue, and when they run by themselves. */
export function pluginWork(installed: InstalledPlugin, providers: ProviderRegistry): Work {
  const { name, plugin } = installed;
  const { jobs = {}, schedules = [] } = plugin;
  const afterCompletion = jobAfterCompletion(installed);
  const declared = Object.entries(jobs).map(([job, work]) => [taskOf(name, job), work] as const);
  if (afterCompletion) declared.push([taskAfterCompletion(name), afterCompletion]);
  const tasks = declared.map(([task, work]): [string, Task] => [
    task,
    (payload, run) => runJob(work, { payload, run, shop: providers.shopOf(name) }),
  ]);
  return {
    tasks: Object.fromEntries(tasks),
    schedules: schedules.map(
      ({ job, pattern, missed = "skip" }): Schedule => ({
        task: taskOf(name, job),
        pattern,
        isMadeUpFor: missed === "once",
      }),
    ),
  };
}

interface Started {
  payload: Record<string, unknown>;
  run: JobRun;
  shop: Shop;
}

/** The server cannot end a function that never returns: then the job has failed, and it may still run beside the next attempt. */
async function runJob({ run: work, timeout = TIMEOUT }: PluginJob, started: Started): Promise<void> {
  const { payload, run, shop } = started;
  const ended = new AbortController();
  const stop = new AbortController();
  const limit = delay(timeout * 1000, undefined, { signal: ended.signal }).then(() => {
    stop.abort(new Error(`the job took longer than ${timeout} s`));
    throw stop.signal.reason;
  });
  const watched = watchStop(run, { ended: ended.signal, stop });
  try {
    const { attempt } = run;
    await Promise.race([work(payload, { shop, attempt, signal: stop.signal }), limit]);
  } finally {
    ended.abort();
    await Promise.allSettled([limit, watched]);
  }
}

async function watchStop(
  run: JobRun,
  { ended, stop }: { ended: AbortSignal; stop: AbortController },
): Promise<void> {
  while (!ended.aborted) {
    if (run.isStopping()) return stop.abort(new Error("the server stops"));
    await delay(LOOK_EVERY, undefined, { signal: ended });
  }
}
