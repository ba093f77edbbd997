import type { Db } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import { allowIdle, tryLockCursor } from "./cursor-store.ts";
import { type Delivery, handle, type Next, pauseAfter, startTimeSlice } from "./delivery.ts";
import {
  deleteParked,
  listDueParked,
  type Parked,
  type ParkedEvent,
  pauseUntilDue,
  saveParked,
} from "./parked-store.ts";

/**
 * Retries parked events: of several entities at once, of each in order. It runs at the same time as `deliverNew`, which
 * only adds parked events, and delivers none of an entity with parked events. So a handler that hangs for one
 * order does not keep the others waiting.
 */
export const deliverParked = (db: Db, delivery: Delivery): Promise<Next> =>
  inTransaction(db, async (tx) => {
    const { name } = delivery.subscriber;
    await allowIdle(tx, delivery.timeout);
    if (!(await tryLockCursor(tx, `${name} parked`))) return { kind: "nothing" };
    const events = await listDueParked(tx, name);
    if (events.length === 0) {
      const pause = await pauseUntilDue(tx, name);
      return pause === null ? { kind: "nothing" } : { kind: "pause", ms: Math.max(pause, 1) };
    }
    const tried = await Promise.all(byEntity(events).map((each) => handleInOrder(delivery, each)));
    await deleteParked(
      tx,
      name,
      tried.flatMap(({ done }) => done),
    );
    await saveParked(
      tx,
      name,
      tried.flatMap(({ failed }) => failed),
    );
    return { kind: "more", wakesOtherLoop: tried.some(({ done }) => done.length > 0) };
  });

function byEntity(events: ParkedEvent[]): ParkedEvent[][] {
  const groups = new Map<string, ParkedEvent[]>();
  for (const event of events) groups.set(event.entity, [...(groups.get(event.entity) ?? []), event]);
  return [...groups.values()];
}

async function handleInOrder(
  delivery: Delivery,
  events: ParkedEvent[],
): Promise<{ done: number[]; failed: Parked[] }> {
  const slice = startTimeSlice(delivery);
  const done: number[] = [];
  for (const event of events) {
    if (slice.isOver()) break;
    const reason = await handle(delivery, event);
    if (reason !== null) {
      const attempts = event.attempts + 1;
      delivery.onFailure({ event, attempts, reason });
      const { entity, tx, seq } = event;
      const pause = pauseAfter(attempts, delivery.retryPause);
      return { done, failed: [{ entity, tx, seq, attempts, pause, reason }] };
    }
    done.push(event.seq);
  }
  return { done, failed: [] };
}
