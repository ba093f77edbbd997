import type { Db } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import {
  allowIdle,
  findCursor,
  type LoggedEvent,
  listEventsAfter,
  saveCursor,
  tryLockCursor,
} from "./cursor-store.ts";
import { type Delivery, handle, type Next, pauseAfter, startTimeSlice } from "./delivery.ts";
import { countParked, type Parked, saveParked } from "./parked-store.ts";

// A subscriber that fails at every event must not fill the table: above this number events stay in the log.
const MOST_PARKED = 10_000;

/**
 * Hands the next events to the subscriber, one after the other, and moves its cursor. A failed event is parked, and so
 * are later events of the same entity. Cursor and parked events are saved after the handlers are done, so an event is
 * delivered at least once: after a crash in between, once more. Not before: a write gives the transaction an id, and
 * while it is open no later event is settled, for any reader.
 */
export const deliverNew = (db: Db, delivery: Delivery): Promise<Next> =>
  inTransaction(db, async (tx) => {
    const { name } = delivery.subscriber;
    await allowIdle(tx, delivery.timeout);
    // Another process works for the subscriber, and will see the same events.
    if (!(await tryLockCursor(tx, name))) return { kind: "nothing" };
    const place = await findCursor(tx, name);
    if (!place || (await countParked(tx, name)) >= MOST_PARKED) return { kind: "nothing" };
    const events = await listEventsAfter(tx, place, delivery.subscriber);
    const settled = events.filter((each) => each.isSettled);
    if (settled.length === 0) return { kind: events.length === 0 ? "nothing" : "unsettled" };
    const { last, parked } = await handleInOrder(delivery, settled);
    await saveParked(tx, name, parked);
    if (last) await saveCursor(tx, name, last);
    return { kind: "more", wakesOtherLoop: parked.length > 0 };
  });

async function handleInOrder(delivery: Delivery, events: LoggedEvent[]) {
  const slice = startTimeSlice(delivery);
  const parked: Parked[] = [];
  const stuck = new Set(events.filter((each) => each.isBehindParked).map(({ entity }) => entity));
  let last: LoggedEvent | undefined;
  for (const event of events) {
    if (slice.isOver()) break;
    const failed = await handleOne(delivery, event, stuck);
    if (failed) {
      stuck.add(event.entity);
      parked.push(failed);
    }
    last = event;
  }
  return { last, parked };
}

async function handleOne(
  delivery: Delivery,
  { data, ...event }: LoggedEvent,
  stuck: ReadonlySet<string>,
): Promise<Parked | null> {
  if (data === null) return null;
  const { entity, tx, seq } = event;
  if (stuck.has(entity)) return { entity, tx, seq, attempts: 0, pause: 0, reason: null };
  const reason = await handle(delivery, { ...event, data });
  if (reason === null) return null;
  delivery.onFailure({ event, attempts: 1, reason });
  return { entity, tx, seq, attempts: 1, pause: pauseAfter(1, delivery.retryPause), reason };
}
