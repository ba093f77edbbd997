const PATIENCE = 25_000;

export interface Stop {
  /** Resolves when the process is asked to stop; with a reason when something failed. */
  happened: Promise<string | undefined>;
  now(reason?: string): void;
}

/** Ctrl-C, SIGTERM, or a failure: requests that are running are finished, a second signal ends at once. */
export function stopRequested(): Stop {
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
    setTimeout(() => process.exit(1), PATIENCE).unref();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return { happened, now: stop };
}
