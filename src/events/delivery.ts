import { hiddenIn, secretsOf } from "../kernel/redacted.ts";
import { type PrivateDataOfEvents, withPrivateData } from "./private-data.ts";
import type { ShopEvent, Subscriber } from "./subscriber.ts";

/** The next step for a subscriber. */
export type Next =
  /** There may be more right now; `wakesOtherLoop` when the other loop of the subscriber may have work as well. */
  | { kind: "more"; wakesOtherLoop: boolean }
  /** No event is due. The loop waits for a notification. */
  | { kind: "nothing" }
  /** An event waits for an older transaction to end. No notification comes for that. */
  | { kind: "unsettled" }
  /** A parked event waits for its next attempt. */
  | { kind: "pause"; ms: number };

export interface Failure {
  event: { id: string; name: string };
  attempts: number;
  reason: string;
}

export interface Delivery {
  subscriber: Subscriber;
  privateData: PrivateDataOfEvents;
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

/** The event as a row of the log has it. */
interface Row {
  id: string;
  name: string;
  occurred_at: Date;
  traceparent: string | null;
  data: Record<string, unknown>;
}

/**
 * Null when the handler is done, else the reason why not. A handler that takes too long cannot be stopped: its signal is
 * aborted, and its event is delivered again.
 */
export async function handle(delivery: Delivery, row: Row): Promise<string | null> {
  const { id, name, traceparent, occurred_at: occurredAt } = row;
  let data = row.data;
  try {
    data = await withPrivateData(delivery.privateData, { name, data, occurredAt });
    await inTime(delivery, { id, name, data, occurredAt, traceparent });
    return null;
  } catch (error) {
    // The reason is stored and logged.
    return hiddenIn(reasonOf(error), secretsOf(data));
  }
}

async function inTime({ subscriber, timeout }: Delivery, event: ShopEvent): Promise<void> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new Error(`the handler took longer than ${timeout} ms`);
      late.abort(reason);
      reject(reason);
    }, timeout);
  });
  const handled = (async () => subscriber.handler(event, { signal: late.signal }))();
  try {
    await Promise.race([handled, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

const LONGEST_REASON = 1_000;

// PostgreSQL stores no NUL in texts.
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll("\0", "").slice(0, LONGEST_REASON);
