import type { Subscriber } from "./subscriber.ts";

/** What there is to do next for a subscriber. */
export type Next =
  /** There may be more right now; `wakesOtherLoop` when the other loop of the subscriber may have work as well. */
  | { kind: "more"; wakesOtherLoop: boolean }
  /** Nothing until something happens. */
  | { kind: "nothing" }
  /** An event waits for an older transaction to end. No notification comes for that. */
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

// Handlers occupy a connection: after this long other loops may run.
const TIME_SLICE = 1_000;
const LONGEST_PAUSE = 5 * 60_000;

export const pauseAfter = (attempts: number, retryPause: number): number =>
  Math.min(retryPause * 2 ** (attempts - 1), LONGEST_PAUSE);

/** A loop delivers until its time slice is over, then lets others run. */
export function startTimeSlice({ isStopping }: Delivery): { isOver: () => boolean } {
  const end = Date.now() + TIME_SLICE;
  return { isOver: () => isStopping() || Date.now() > end };
}
