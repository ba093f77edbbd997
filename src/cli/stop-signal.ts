export const PATIENCE = 25_000;

export interface Stop {
  /** Resolves when the process is asked to stop; with a reason when something failed. */
  happened: Promise<string | undefined>;
  now(reason?: string): void;
}

export interface StopOptions {
  signals?: NodeJS.Signals[];
  /** Milliseconds that pass before requests that are running are waited for. */
  before?: number;
}

/** Ctrl-C, SIGTERM, or a failure: requests that are running are finished, a second signal ends at once. */
export function stopRequested({ signals = ["SIGINT", "SIGTERM"], before = 0 }: StopOptions = {}): Stop {
  let stop!: (reason?: string) => void;
  const happened = new Promise<string | undefined>((resolve) => {
    stop = resolve;
  });
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop();
    // A request that never ends must not keep the process for ever.
    setTimeout(() => process.exit(1), PATIENCE + before).unref();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return { happened, now: stop };
}
