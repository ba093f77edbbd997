import type { Subscriber } from "./subscriber.ts";

/** What there is to do next for a subscriber. */
export type Next =
  /** There may be more right now, and maybe for the other lane of the subscriber, too. */
  | { kind: "more"; isNewsForOther: boolean }
  /** Nothing until something happens. */
  | { kind: "nothing" }
  /** An event waits for an older transaction to end, of which nobody tells. */
  | { kind: "unsettled" }
  /** Something waits for its next attempt. */
  | { kind: "pause"; ms: number };

export interface Failure {
  event: { id: string; name: string };
  attempts: number;
  reason: string;
}

export interface Delivery {
  subscriber: Subscriber;
  /** Pause after the first failure; each further one doubles it. */
  retryPause: number;
  /** How long a handler may take, in milliseconds. */
  timeout: number;
  isStopping: () => boolean;
  onFailure: (failure: Failure) => void;
}

// Handlers hold a connection; after this long the others get their turn.
const BATCH_TIME = 1_000;
const LONGEST_PAUSE = 5 * 60_000;

export const pauseAfter = (attempts: number, retryPause: number): number =>
  Math.min(retryPause * 2 ** (attempts - 1), LONGEST_PAUSE);

/** True when it is time to let others work. */
export function turnOf({ isStopping }: Delivery): { isOver: () => boolean } {
  const end = Date.now() + BATCH_TIME;
  return { isOver: () => isStopping() || Date.now() > end };
}
