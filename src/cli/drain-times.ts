import type { Config } from "../config.ts";
import type { DrainTimes } from "../http/graceful-close.ts";

/** Long enough for a busy client to use its connection once more. */
const GRACE = 2;

/** For a process that stops. Without a pause for load balancers it closes at once. */
export const drainTimesOf = ({ drainSeconds }: Pick<Config, "drainSeconds">): DrainTimes => ({
  notice: drainSeconds,
  grace: drainSeconds > 0 ? GRACE : 0,
});

/** For a worker that has been replaced: another one already serves the port. */
export const replacedWorker: DrainTimes = { notice: 0, grace: GRACE };

export const noDrain: DrainTimes = { notice: 0, grace: 0 };

export const drainMilliseconds = ({ notice, grace }: DrainTimes): number => (notice + grace) * 1_000;
