import type { Signal } from "../../kernel/runtime-types.ts";
import type { Shop } from "./shop.ts";

/** A run of a job. */
export interface PluginJobRun<Tables = object> {
  readonly shop: Shop<Tables>;
  /** 1 at the first attempt. */
  readonly attempt: number;
  /** Aborted when the time limit is over, or when the server stops: finish soon, the job runs again. */
  readonly signal: Signal;
}

/** Work of the job queue. It may run twice: after a crash, or when its end could not be recorded. */
export interface PluginJob<Tables = object> {
  readonly run: (payload: Record<string, unknown>, run: PluginJobRun<Tables>) => Promise<void>;
  /** After this number of failures the job is dead, and an admin has to retry it. 25 if absent; the pauses grow. */
  readonly attempts?: number;
  /** In seconds. A run that takes longer counts as failed. 600 if absent. */
  readonly timeout?: number;
}

/** When a job runs by itself: once in the shop, however many processes it has. */
export interface PluginSchedule {
  /** One of the plugin's jobs. It gets an empty payload. */
  readonly job: string;
  /** Minute, hour, day of the month, month, day of the week, in UTC: `0 3 * * *`. */
  readonly pattern: string;
  /**
   * What happens after a time in which no process ran and the job was due. `once`: it runs once at the next start. `skip`: it waits for
   * the next time. Up to an hour is always made up for.
   */
  readonly missed?: "once" | "skip";
}
