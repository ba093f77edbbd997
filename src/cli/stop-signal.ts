/** Milliseconds that running requests have to finish. */
export const STOP_TIMEOUT = 25_000;

export interface Stop {
  /** Resolves when the process should stop; with a reason after a failure. */
  requested: Promise<string | undefined>;
  now(reason?: string): void;
}

export interface StopOptions {
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
