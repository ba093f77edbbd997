import type { Db, Tx } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import {
  type Cursor,
  findCursor,
  type LoggedEvent,
  listEventsAfter,
  lockCursor,
  saveFailure,
  savePlace,
} from "./cursor-store.ts";
import type { Subscriber } from "./subscriber.ts";

/** What there is to do next for a subscriber. */
export type Next =
  /** There may be more events right now. */
  | { kind: "more" }
  /** Nothing until something happens. */
  | { kind: "nothing" }
  /** An event waits for an older transaction to end, of which nobody tells. */
  | { kind: "unsettled" }
  /** An event failed and waits for its next attempt. */
  | { kind: "pause"; ms: number; failed?: Failure };

export interface Failure {
  event: LoggedEvent;
  attempts: number;
  reason: string;
}

export interface Delivery {
  subscriber: Subscriber;
  /** Pause after the first failure; each further one doubles it. */
  retryPause: number;
  isStopping: () => boolean;
}

// Handlers hold a connection; after this long the others get their turn.
const BATCH_TIME = 1_000;
const LONGEST_PAUSE = 5 * 60_000;
const LONGEST_REASON = 1_000;

/**
 * Hands the next events to the subscriber, one after the other, and moves its cursor. The cursor is saved after the
 * handlers are done, so an event is delivered at least once: after a crash in between, once more.
 */
export const deliverNext = (db: Db, delivery: Delivery): Promise<Next> =>
  inTransaction(db, async (tx) => {
    const { name, event } = delivery.subscriber;
    // Another process works for the subscriber, and will see whatever this one could.
    if (!(await lockCursor(tx, name))) return { kind: "nothing" };
    const cursor = await findCursor(tx, name);
    if (!cursor) return { kind: "nothing" };
    if (cursor.pause > 0) return { kind: "pause", ms: cursor.pause };
    const events = await listEventsAfter(tx, cursor, event);
    const settled = events.filter((each) => each.isSettled);
    if (settled.length === 0) return { kind: events.length === 0 ? "nothing" : "unsettled" };
    return handleAll(tx, delivery, cursor, settled);
  });

async function handleAll(tx: Tx, delivery: Delivery, cursor: Cursor, events: LoggedEvent[]): Promise<Next> {
  const { subscriber, isStopping, retryPause } = delivery;
  const { done, failed } = await handleInOrder(subscriber, events, isStopping);
  if (done) await savePlace(tx, subscriber.name, done);
  if (!failed) return { kind: "more" };
  // The attempts of the cursor belong to the event it stood before.
  const attempts = done ? 1 : cursor.attempts + 1;
  const pause = Math.min(retryPause * 2 ** (attempts - 1), LONGEST_PAUSE);
  const reason = failed.reason.slice(0, LONGEST_REASON);
  await saveFailure(tx, subscriber.name, { attempts, pause, reason });
  return { kind: "pause", ms: pause, failed: { event: failed.event, attempts, reason } };
}

async function handleInOrder(subscriber: Subscriber, events: LoggedEvent[], isStopping: () => boolean) {
  const end = Date.now() + BATCH_TIME;
  let done: LoggedEvent | undefined;
  for (const event of events) {
    if (isStopping() || Date.now() > end) break;
    try {
      await handle(subscriber, event);
    } catch (error) {
      return { done, failed: { event, reason: error instanceof Error ? error.message : String(error) } };
    }
    done = event;
  }
  return { done };
}

async function handle({ handler }: Subscriber, { id, name, data, occurred_at }: LoggedEvent): Promise<void> {
  if (data !== null) await handler({ id, name, data, occurredAt: occurred_at });
}
