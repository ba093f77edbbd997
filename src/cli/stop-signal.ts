import type { Config } from "../config.ts";
import type { DrainTimes } from "../http/graceful-close.ts";

/** Milliseconds that running requests have to finish. */
export const STOP_TIMEOUT = 25_000;

export interface Stop {
  /** Resolves when the process should stop; with a reason after a failure. */
  requested: Promise<string | undefined>;
  now(reason?: string): void;
}

interface StopOptions {
  signals?: NodeJS.Signals[];
  /** Milliseconds of draining before the timeout of running requests starts. */
  before?: number;
}

/** Ctrl-C, SIGTERM, or a failure: running requests are finished, a second signal exits at once. */
export function listenForStop({ signals = ["SIGINT", "SIGTERM"], before = 0 }: StopOptions = {}): Stop {
  let stop!: (reason?: string) => void;
  const requested = new Promise<string | undefined>((resolve) => {
    stop = resolve;
  });
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop();
    // A request that never ends must not keep the process alive.
    setTimeout(() => process.exit(1), STOP_TIMEOUT + before).unref();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return { requested, now: stop };
}

/**
 * Longer than a load balancer keeps an idle connection (3 seconds in deploy/nginx): closing one while the load balancer
 * sends a request on it would lose the request. The wait ends early when all connections are closed.
 */
const GRACE = 5;

/** For a process that stops. Without a pause for load balancers it closes at once. */
export const drainTimesOf = ({ drainSeconds }: Pick<Config, "drainSeconds">): DrainTimes => ({
  notice: drainSeconds,
  grace: drainSeconds > 0 ? GRACE : 0,
});

/** For a worker that has been replaced: another one already serves the port. */
export const replacedWorker: DrainTimes = { notice: 0, grace: GRACE };

export const noDrain: DrainTimes = { notice: 0, grace: 0 };

export const drainMilliseconds = ({ notice, grace }: DrainTimes): number => (notice + grace) * 1_000;
