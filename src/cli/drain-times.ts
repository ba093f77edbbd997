import type { Config } from "../config.ts";
import type { DrainTimes } from "../http/graceful-close.ts";

/** Within this time every busy client has used its connection once more. */
const GRACE = 2;

/** For a process that stops. Without a pause for load balancers no client expects a graceful end. */
export const drainTimesOf = ({ drainSeconds }: Pick<Config, "drainSeconds">): DrainTimes => ({
  notice: drainSeconds,
  grace: drainSeconds > 0 ? GRACE : 0,
});

/** For one of several processes on the same port that is replaced by another. */
export const replaced: DrainTimes = { notice: 0, grace: GRACE };

export const atOnce: DrainTimes = { notice: 0, grace: 0 };

export const milliseconds = ({ notice, grace }: DrainTimes): number => (notice + grace) * 1_000;
